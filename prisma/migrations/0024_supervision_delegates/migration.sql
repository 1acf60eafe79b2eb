-- Who co-signs for a supervisor while they are away (docs/decisions/0113).

CREATE TABLE supervision_delegates (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  supervisor_id text NOT NULL,
  delegate_id   text NOT NULL,
  starts_at     timestamptz(3) NOT NULL,
  ends_at       timestamptz(3) NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, supervisor_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, delegate_id) REFERENCES providers,
  CHECK (supervisor_id <> delegate_id),
  CHECK (ends_at >= starts_at)
);
CREATE INDEX supervision_delegates_delegate ON supervision_delegates (tenant_id, delegate_id, ends_at);
CREATE INDEX supervision_delegates_updated ON supervision_delegates (tenant_id, updated_at, id);

CALL therapy.isolate('supervision_delegates', 'SELECT, INSERT, UPDATE');
GRANT SELECT (tenant_id, supervisor_id, delegate_id, starts_at, ends_at) ON supervision_delegates TO therapy_care;
CREATE POLICY care ON supervision_delegates FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());

-- Under the signature: for which supervisor a delegate signed.
ALTER TABLE session_note_signatures ADD COLUMN delegated_by_id text;

-- It takes the instant as well (prisma/functions/caseloads.sql).
DROP FUNCTION IF EXISTS therapy.team_of(text);
