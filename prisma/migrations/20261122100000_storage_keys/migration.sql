-- Every upload and every archive is written under a key of its own; the transaction that makes the record READY names
-- the key. Of two uploads at once, the bytes of the recorded one can no longer be replaced by the other's.

ALTER TABLE attachments ADD COLUMN storage_key text;
ALTER TABLE person_exports ADD COLUMN storage_key text;

-- What exists keeps its old key, also where processing is restricted: nothing of the person's changes.
ALTER TABLE attachments DISABLE TRIGGER USER;
UPDATE attachments SET storage_key = tenant_id || '/' || id WHERE status = 'READY';
ALTER TABLE attachments ENABLE TRIGGER USER;
UPDATE person_exports SET storage_key = tenant_id || '/' || id WHERE status = 'READY';

ALTER TABLE attachments
  ADD UNIQUE (tenant_id, storage_key),
  ADD CONSTRAINT attachments_stored CHECK ((status = 'READY') = (storage_key IS NOT NULL)),
  ADD CONSTRAINT attachments_own_file CHECK (starts_with(storage_key, tenant_id || '/' || id));
ALTER TABLE person_exports
  ADD UNIQUE (tenant_id, storage_key),
  ADD CONSTRAINT person_exports_stored CHECK ((status = 'READY') = (storage_key IS NOT NULL)),
  ADD CONSTRAINT person_exports_own_file CHECK (starts_with(storage_key, tenant_id || '/' || id));

-- Files to remove, written by the transaction that gives them up. They are removed at once after its commit, and by
-- the hourly run of `tidyFiles` for as long as the row is here: a process that dies in between loses nothing.
CREATE TABLE file_removals (
  tenant_id  text NOT NULL REFERENCES tenants,
  key        text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, key),
  CHECK (starts_with(key, tenant_id || '/'))
);
CALL therapy.isolate('file_removals', 'SELECT, INSERT, DELETE');
