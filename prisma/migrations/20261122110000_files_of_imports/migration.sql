-- A file that somebody sent is stored first, and read by a worker (docs/decisions/0062). It is deleted once it is read.
ALTER TABLE appointment_imports
  ADD COLUMN failure_code text,
  ADD COLUMN failure_detail text,
  DROP CONSTRAINT appointment_imports_status_check,
  ADD CONSTRAINT appointment_imports_status_check
    CHECK (status IN ('READING', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'FAILED')),
  ADD CHECK ((status = 'FAILED') = (failure_code IS NOT NULL AND failure_detail IS NOT NULL));

CREATE TABLE appointment_import_files (
  tenant_id  text NOT NULL,
  import_id  text NOT NULL,
  content    text NOT NULL,
  columns    jsonb NOT NULL,
  -- How often a worker has begun to read it: a file that ends workers is not read for ever.
  reads      integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, import_id),
  FOREIGN KEY (tenant_id, import_id) REFERENCES appointment_imports
);
CREATE INDEX appointment_import_files_created ON appointment_import_files (created_at);
CALL therapy.isolate('appointment_import_files', 'SELECT, INSERT, UPDATE, DELETE');
-- It names children whom nobody has looked up yet: it is the centre's, and in no caseload.
CALL therapy.restrict_where('appointment_import_files', 'false');
CALL therapy.erasable('appointment_import_files');
-- The retention run deletes what no worker has come to read.
CREATE POLICY platform ON appointment_import_files TO therapy_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, created_at), DELETE ON appointment_import_files TO therapy_system;

-- The words of a text between spaces, without case, accents and punctuation, so that a name is found in it as a whole.
CREATE FUNCTION therapy.words_of(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
  RETURN ' ' || btrim(regexp_replace(therapy.search_text(said) COLLATE pg_catalog.pg_c_utf8, '[^[:alnum:]]+', ' ', 'g')) || ' ';
