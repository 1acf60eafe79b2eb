-- A signed note is a document: its signatures determine whether it is locked (docs/decisions/0025). Only an
-- erasure and the removal of a closed centre can bypass the lock.

-- The child of a note.
CREATE OR REPLACE FUNCTION therapy.child_of_session(tenant text, session text) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT child_id FROM sessions WHERE tenant_id = tenant AND id = session $$;

CREATE OR REPLACE FUNCTION therapy.note_is_signed(note session_notes) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT note.status <> 'DRAFT' OR EXISTS (SELECT FROM session_note_signatures s
    WHERE s.tenant_id = note.tenant_id AND s.note_id = note.id AND s.revision = note.revision)
$$;

-- A note's text is fixed from its first signature. While it awaits the second signature, it can be signed, or
-- returned as a draft of the next revision. Once it is signed, only an addendum can amend it.
CREATE OR REPLACE FUNCTION therapy.refuse_signed_note_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
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
  ELSIF therapy.is_erasing(therapy.child_of_session(OLD.tenant_id, OLD.session_id), true) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'session note % is signed', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER signed_note_immutable BEFORE UPDATE OR DELETE ON session_notes
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_signed_note_change();

-- Signatures and addenda are immutable, and deleted with their note.
CREATE OR REPLACE FUNCTION therapy.refuse_note_part_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF therapy.is_erasing((SELECT therapy.child_of_session(n.tenant_id, n.session_id) FROM session_notes n
        WHERE n.tenant_id = OLD.tenant_id AND n.id = OLD.note_id), true) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON session_note_signatures
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_note_part_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON session_note_addenda
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_note_part_change();

-- The facts of a session are final once its note is signed. An end can still be added, and billing can still
-- change.
CREATE OR REPLACE FUNCTION therapy.refuse_if_signed(tenant text, session text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM session_notes n
    WHERE n.tenant_id = tenant AND n.session_id = session AND therapy.note_is_signed(n)) THEN
    RAISE EXCEPTION 'session % has a signed note', session USING ERRCODE = 'restrict_violation';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION therapy.refuse_signed_session_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM therapy.refuse_if_signed(OLD.tenant_id, OLD.id);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER signed_session_immutable BEFORE UPDATE ON sessions FOR EACH ROW
  WHEN ((OLD.started_at, OLD.attendance, OLD.provider_id) IS DISTINCT FROM (NEW.started_at, NEW.attendance, NEW.provider_id)
    OR OLD.ended_at IS NOT NULL AND OLD.ended_at IS DISTINCT FROM NEW.ended_at)
  EXECUTE FUNCTION therapy.refuse_signed_session_change();

CREATE OR REPLACE FUNCTION therapy.refuse_signed_session_detail() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM therapy.refuse_if_signed(OLD.tenant_id, OLD.session_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM therapy.refuse_if_signed(NEW.tenant_id, NEW.session_id); END IF;
  RETURN COALESCE(NEW, OLD);
END $$;
CREATE OR REPLACE TRIGGER signed_session_immutable BEFORE INSERT OR UPDATE OR DELETE ON session_participants
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_signed_session_detail();
CREATE OR REPLACE TRIGGER signed_session_immutable BEFORE INSERT OR UPDATE OR DELETE ON session_goals
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_signed_session_detail();
