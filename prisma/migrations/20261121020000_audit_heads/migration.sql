-- Audit: seals that can name a row, the chain of heads, and indexes for the list's filters.

-- What a seal covers, row by row: with these the verifier says which row was touched, not only that
-- one was. Hashes are 32 bytes each, in the order of the ids; they do not compress.
ALTER TABLE audit_seals
  ADD COLUMN entry_ids    text[] NOT NULL,
  ADD COLUMN entry_hashes bytea NOT NULL,
  ALTER COLUMN entry_hashes SET STORAGE EXTERNAL;

-- One row per seal of any tenant, in one chain: a tenant's newest seals cannot be cut off unseen.
CREATE TABLE audit_heads (
  number        bigint PRIMARY KEY,
  tenant_id     text NOT NULL REFERENCES tenants,
  seal_number   integer NOT NULL,
  seal_hash     text NOT NULL,
  previous_hash text NOT NULL,
  head_hash     text NOT NULL,
  key_id        text NOT NULL,
  signature     text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  UNIQUE (tenant_id, seal_number)
);
CALL therapy.isolate('audit_heads', 'SELECT', 'SELECT, INSERT');

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_heads
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();

-- A row's place in the trail is the database's to give: nobody who writes rows chooses seq or xid.
REVOKE INSERT ON audit_entries FROM therapy_app, therapy_system;
GRANT INSERT (tenant_id, id, occurred_at, actor_kind, actor_id, action, outcome, code, http_status,
  subject_type, subject_id, request_id, workflow_id, changes) ON audit_entries TO therapy_app, therapy_system;

-- Sealing and verifying walk (xid, seq); lists walk (occurred_at, id).
DROP INDEX audit_entries_seq;
CREATE INDEX audit_entries_xid ON audit_entries (tenant_id, xid, seq);
CREATE INDEX audit_entries_occurred_at ON audit_entries (tenant_id, occurred_at, id);
CREATE INDEX audit_entries_request ON audit_entries (tenant_id, request_id) WHERE request_id IS NOT NULL;
