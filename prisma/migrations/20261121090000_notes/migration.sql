-- Notes: templates, supervision, versions of drafts, signatures and addenda.

CREATE TABLE note_templates (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  discipline  text NOT NULL,
  name        text NOT NULL,
  sections    jsonb NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('note_templates', 'SELECT, INSERT, UPDATE');

-- Whose notes need a second signature, and by whom.
CREATE TABLE supervisions (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  provider_id   text NOT NULL,
  supervisor_id text NOT NULL,
  ended_at      timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, supervisor_id) REFERENCES providers,
  CHECK (provider_id <> supervisor_id)
);
CREATE UNIQUE INDEX supervisions_live ON supervisions (tenant_id, provider_id) WHERE ended_at IS NULL;
CREATE INDEX supervisions_supervisor ON supervisions (tenant_id, supervisor_id);
CALL therapy.isolate('supervisions', 'SELECT, INSERT, UPDATE');

-- `revision` counts how often a note was handed in: a note that its supervisor returned is signed anew.
ALTER TABLE session_notes
  ADD COLUMN template_id   text,
  ADD COLUMN supervisor_id text,
  ADD COLUMN revision      integer NOT NULL DEFAULT 1,
  ADD COLUMN return_reason text,
  ADD FOREIGN KEY (tenant_id, template_id) REFERENCES note_templates,
  ADD FOREIGN KEY (tenant_id, supervisor_id) REFERENCES providers,
  ADD CONSTRAINT session_notes_cosigner CHECK (status <> 'AWAITING_COSIGN' OR supervisor_id IS NOT NULL);
CREATE INDEX session_notes_awaiting ON session_notes (tenant_id, supervisor_id, id) WHERE status = 'AWAITING_COSIGN';

CREATE TABLE session_note_versions (
  tenant_id  text NOT NULL,
  note_id    text NOT NULL,
  version    integer NOT NULL,
  subjective text NOT NULL,
  objective  text NOT NULL,
  assessment text NOT NULL,
  plan       text NOT NULL,
  saved_by   text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  saved_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, note_id, version),
  FOREIGN KEY (tenant_id, note_id) REFERENCES session_notes
);
CALL therapy.isolate('session_note_versions', 'SELECT, INSERT, UPDATE');

CREATE TABLE session_note_signatures (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  note_id      text NOT NULL,
  revision     integer NOT NULL,
  role         text NOT NULL CHECK (role IN ('AUTHOR', 'COSIGNER')),
  actor_id     text NOT NULL,
  provider_id  text NOT NULL,
  content_hash text NOT NULL,
  key_id       text NOT NULL,
  signature    text NOT NULL,
  signed_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, note_id, revision, role),
  FOREIGN KEY (tenant_id, note_id) REFERENCES session_notes,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers
);
CALL therapy.isolate('session_note_signatures', 'SELECT, INSERT');

CREATE TABLE session_note_addenda (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  note_id       text NOT NULL,
  number        integer NOT NULL CHECK (number > 0),
  text          text NOT NULL,
  author_id     text NOT NULL,
  previous_hash text NOT NULL,
  hash          text NOT NULL,
  key_id        text NOT NULL,
  signature     text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, note_id, number),
  FOREIGN KEY (tenant_id, note_id) REFERENCES session_notes
);
CALL therapy.isolate('session_note_addenda', 'SELECT, INSERT');

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON session_note_signatures
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON session_note_addenda
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON session_notes
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON session_note_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON session_note_addenda
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();

-- A note's text is fixed from its first signature on. While it awaits the second it may go two ways: signed,
-- or returned as a draft of the next revision. Once signed, what is left is that an addendum amends it.
CREATE OR REPLACE FUNCTION therapy.refuse_signed_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  free text[] := ARRAY['status', 'updated_at', 'version'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status = 'AWAITING_COSIGN' AND NEW.status = 'SIGNED' THEN
      free := free || ARRAY['signed_at'];
    ELSIF OLD.status = 'AWAITING_COSIGN' AND NEW.status = 'DRAFT' AND NEW.revision = OLD.revision + 1 THEN
      free := free || ARRAY['revision', 'supervisor_id', 'return_reason'];
    ELSIF NOT (NEW.status = OLD.status OR (OLD.status = 'SIGNED' AND NEW.status = 'AMENDED')) THEN
      free := NULL;
    END IF;
    IF to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'session note % is signed', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

DROP TRIGGER signed_note_immutable ON session_notes;
CREATE TRIGGER signed_note_immutable BEFORE UPDATE OR DELETE ON session_notes
  FOR EACH ROW WHEN (OLD.status <> 'DRAFT')
  EXECUTE FUNCTION therapy.refuse_signed_note_change();
