-- Consents, and which of them a service needs.

CREATE TABLE consents (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  child_id      text NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('TREATMENT', 'DATA_SHARING', 'PHOTO_VIDEO', 'TELEHEALTH', 'AI_PROCESSING')),
  granted_by_id text NOT NULL,
  granted_at    timestamptz(3) NOT NULL,
  expires_at    timestamptz(3),
  evidence      text NOT NULL,
  revoked_at    timestamptz(3),
  revoke_reason text,
  recorded_by   text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, granted_by_id) REFERENCES clients,
  CHECK (expires_at > granted_at)
);
CREATE INDEX consents_child ON consents (tenant_id, child_id, kind) WHERE revoked_at IS NULL;
CREATE INDEX consents_granted_by ON consents (tenant_id, granted_by_id);
CREATE INDEX consents_expires_at ON consents (tenant_id, expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
CALL therapy.isolate('consents', 'SELECT, INSERT, UPDATE');

ALTER TABLE services ADD COLUMN required_consents text[] NOT NULL DEFAULT '{}'
  CHECK (required_consents <@ ARRAY['TREATMENT', 'DATA_SHARING', 'PHOTO_VIDEO', 'TELEHEALTH', 'AI_PROCESSING']);
