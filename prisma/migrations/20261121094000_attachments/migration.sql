-- Files of a child. Their bytes are in the file store under tenant and id; here is what they are.

CREATE TABLE attachments (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text NOT NULL,
  session_id   text,
  name         text NOT NULL,
  content_type text NOT NULL,
  status       text NOT NULL CHECK (status IN ('PENDING', 'READY', 'REMOVED')),
  size_bytes   integer CHECK (size_bytes > 0),
  sha256       text,
  uploaded_at  timestamptz(3),
  removed_at   timestamptz(3),
  created_by   text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions,
  CHECK (status <> 'READY' OR (size_bytes IS NOT NULL AND sha256 IS NOT NULL AND uploaded_at IS NOT NULL)),
  CHECK ((status = 'REMOVED') = (removed_at IS NOT NULL))
);
CREATE INDEX attachments_child ON attachments (tenant_id, child_id, id);
CALL therapy.isolate('attachments', 'SELECT, INSERT, UPDATE');
