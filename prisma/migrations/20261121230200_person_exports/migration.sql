-- Archives of all that is held about a person (docs/decisions/0042). The bytes are in the file store until they expire.

CREATE TYPE person_export_status AS ENUM ('RUNNING', 'READY', 'EXPIRED');
CREATE TABLE person_exports (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  child_id       text,
  client_id      text,
  status         person_export_status NOT NULL,
  requested_by   text NOT NULL,
  sections_done  integer NOT NULL DEFAULT 0,
  sections_total integer NOT NULL,
  size_bytes     bigint,
  sha256         text,
  ready_at       timestamptz(3),
  expires_at     timestamptz(3),
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK (num_nonnulls(child_id, client_id) = 1),
  CHECK ((status = 'RUNNING') = (ready_at IS NULL)),
  CHECK ((ready_at IS NULL) = (expires_at IS NULL))
);
CREATE INDEX person_exports_child ON person_exports (tenant_id, child_id);
CREATE INDEX person_exports_client ON person_exports (tenant_id, client_id);
CALL therapy.isolate('person_exports', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('person_exports');
