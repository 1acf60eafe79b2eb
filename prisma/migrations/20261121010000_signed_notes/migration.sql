-- A signed note is a document: its text, its author and its signature stay as they are. What is left
-- to change is that it becomes AMENDED, once an addendum stands beside it.

ALTER TABLE session_notes ADD CONSTRAINT session_notes_signature
  CHECK ((status IN ('SIGNED', 'AMENDED')) = (signed_at IS NOT NULL));

CREATE FUNCTION therapy.refuse_signed_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Bookkeeping and the way from SIGNED to AMENDED are free; everything else is compared.
  free constant text[] := ARRAY['status', 'updated_at', 'version'];
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.status IN (OLD.status, 'AMENDED')
    AND to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'session note % is signed', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER signed_note_immutable BEFORE UPDATE OR DELETE ON session_notes
  FOR EACH ROW WHEN (OLD.status IN ('SIGNED', 'AMENDED'))
  EXECUTE FUNCTION therapy.refuse_signed_note_change();
