-- A report is what people sign: from the first signature on, its text and findings are fixed. While it awaits the
-- second signature, it can be signed, or returned as a draft of the next revision. Row-level security keeps its tenant.
CREATE OR REPLACE FUNCTION therapy.refuse_report_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  -- A merge of children moves a report.
  free text[] := ARRAY['tenant_id', 'child_id', 'updated_at', 'version'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_user = 'therapy_eraser' THEN RETURN OLD; END IF;
  ELSIF OLD.status = 'DRAFT' THEN
    RETURN NEW;
  ELSE
    IF OLD.status = 'AWAITING_COSIGN' AND NEW.status = 'SIGNED' THEN
      free := free || ARRAY['status', 'signed_at'];
    ELSIF OLD.status = 'AWAITING_COSIGN' AND NEW.status = 'DRAFT' AND NEW.revision = OLD.revision + 1 THEN
      free := free || ARRAY['status', 'revision', 'supervisor_id', 'return_reason'];
    ELSIF OLD.status = 'SIGNED' AND NEW.status = 'REPLACED' THEN
      free := free || ARRAY['status'];
    END IF;
    IF to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'clinical report % is signed', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER frozen_when_signed BEFORE UPDATE OR DELETE ON clinical_reports
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_report_change();

-- A signature is deleted with its report.
CREATE OR REPLACE FUNCTION therapy.refuse_report_signature_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_user = 'therapy_eraser' THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON clinical_report_signatures
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_report_signature_change();
