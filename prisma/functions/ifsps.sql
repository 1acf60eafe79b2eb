-- A presented plan is what people sign: only its state, the time of its signatures and that of the last request change.
-- Row-level security keeps its tenant.
CREATE OR REPLACE FUNCTION therapy.refuse_ifsp_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  free text[] := ARRAY['tenant_id', 'status', 'asked_at', 'signed_at', 'updated_at', 'version'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_user = 'therapy_eraser' THEN RETURN OLD; END IF;
  ELSIF OLD.presented_at IS NULL OR to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'IFSP % is frozen', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER frozen_when_presented BEFORE UPDATE OR DELETE ON ifsps
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_ifsp_change();

-- A signature is deleted with its plan. A typed name is deleted with the client.
CREATE OR REPLACE FUNCTION therapy.refuse_ifsp_signature_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF current_user = 'therapy_eraser' THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    IF to_jsonb(NEW) - 'signed_name' = to_jsonb(OLD) - 'signed_name' AND therapy.is_erasing(OLD.client_id, true)
      THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ifsp_signatures
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_ifsp_signature_change();
