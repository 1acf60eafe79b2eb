-- A response keeps the version with which it was created. Once signed, submitted or cancelled, it is locked;
-- only a merge of duplicate records can still change its child. Only an erasure or the closing of the centre
-- deletes it. A form signed by an applicant who was not accepted is deleted some time later.
CREATE OR REPLACE FUNCTION therapy.is_of_past_applicant(tenant text, provider text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM providers p WHERE p.tenant_id = tenant AND p.id = provider AND p.status IN ('REJECTED', 'WITHDRAWN'))
$$;

CREATE OR REPLACE FUNCTION therapy.refuse_form_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  free text[] := ARRAY['child_id', 'updated_at', 'version'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN RETURN NEW; END IF;
    IF OLD.status = 'OPEN' AND (NEW.template_id, NEW.template_version) = (OLD.template_id, OLD.template_version)
      AND NOT EXISTS (SELECT FROM form_signatures s WHERE s.tenant_id = OLD.tenant_id AND s.response_id = OLD.id)
      THEN RETURN NEW; END IF;
  ELSIF (CASE WHEN OLD.provider_id IS NULL THEN therapy.is_erasing(OLD.child_id, OLD.status = 'SUBMITTED')
    ELSE therapy.is_of_past_applicant(OLD.tenant_id, OLD.provider_id) END) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'form response % is locked', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER locked_when_submitted BEFORE UPDATE OR DELETE ON form_responses
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_form_change();

-- A signature is deleted with its form. A typed client name is deleted with the client.
CREATE OR REPLACE FUNCTION therapy.refuse_form_signature_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM form_responses r WHERE r.tenant_id = OLD.tenant_id AND r.id = OLD.response_id
      AND CASE WHEN r.provider_id IS NULL THEN therapy.is_erasing(r.child_id, true)
        ELSE therapy.is_of_past_applicant(r.tenant_id, r.provider_id) END)
      THEN RETURN OLD; END IF;
  ELSIF to_jsonb(NEW) - 'signed_name' = to_jsonb(OLD) - 'signed_name' AND therapy.is_erasing(OLD.client_id, true) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON form_signatures
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_form_signature_change();
