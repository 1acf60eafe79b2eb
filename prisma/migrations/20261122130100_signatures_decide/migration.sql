-- Whether a document is locked follows from its signatures, not from what its status says; and a note's signature
-- covers what the session was.

-- The hash of the session as it was signed, and whether it had ended. NULL: signed before these were covered.
ALTER TABLE session_note_signatures
  ADD COLUMN session_hash  text,
  ADD COLUMN session_ended boolean,
  ADD CHECK ((session_hash IS NULL) = (session_ended IS NULL));

CREATE FUNCTION therapy.note_is_signed(note session_notes) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT note.status <> 'DRAFT' OR EXISTS (SELECT FROM session_note_signatures s
    WHERE s.tenant_id = note.tenant_id AND s.note_id = note.id AND s.revision = note.revision)
$$;

CREATE OR REPLACE FUNCTION therapy.refuse_signed_note_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  free text[] := ARRAY['status', 'updated_at', 'version'];
BEGIN
  IF NOT therapy.note_is_signed(OLD) THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status = 'AWAITING_COSIGN' AND NEW.status = 'SIGNED' THEN
      free := free || ARRAY['signed_at'];
    ELSIF OLD.status = 'AWAITING_COSIGN' AND NEW.status = 'DRAFT' AND NEW.revision = OLD.revision + 1 THEN
      free := free || ARRAY['revision', 'supervisor_id', 'return_reason'];
    ELSIF NOT (NEW.status = OLD.status OR (OLD.status = 'SIGNED' AND NEW.status = 'AMENDED')) THEN
      free := NULL;
    END IF;
    IF to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN RETURN NEW; END IF;
  ELSIF therapy.erases(therapy.child_of_session(OLD.tenant_id, OLD.session_id), true) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'session note % is signed', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
DROP TRIGGER signed_note_immutable ON session_notes;
CREATE TRIGGER signed_note_immutable BEFORE UPDATE OR DELETE ON session_notes
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_signed_note_change();

CREATE OR REPLACE FUNCTION therapy.refuse_if_signed(tenant text, session text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM session_notes n
    WHERE n.tenant_id = tenant AND n.session_id = session AND therapy.note_is_signed(n)) THEN
    RAISE EXCEPTION 'session % has a signed note', session USING ERRCODE = 'restrict_violation';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION therapy.refuse_form_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  free text[] := ARRAY['child_id', 'updated_at', 'version'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN RETURN NEW; END IF;
    IF OLD.status = 'OPEN' AND (NEW.template_id, NEW.template_version) = (OLD.template_id, OLD.template_version)
      AND NOT EXISTS (SELECT FROM form_signatures s WHERE s.tenant_id = OLD.tenant_id AND s.response_id = OLD.id)
      THEN RETURN NEW; END IF;
  ELSIF therapy.erases(OLD.child_id, OLD.status = 'SUBMITTED') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'form response % is locked', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
