-- Onboarding (domain/marketplace/README.md): at commit, an onboarding and its provider agree.

CREATE OR REPLACE FUNCTION therapy.assert_onboarding_agrees() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE provider text := CASE TG_TABLE_NAME WHEN 'providers' THEN to_jsonb(NEW) ->> 'id' ELSE to_jsonb(NEW) ->> 'provider_id' END;
BEGIN
  IF EXISTS (
    SELECT FROM provider_onboardings o JOIN providers p ON p.tenant_id = o.tenant_id AND p.id = o.provider_id
    WHERE o.tenant_id = NEW.tenant_id AND o.provider_id = provider AND o.status <> p.status
      AND (o.status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL')
        OR (TG_TABLE_NAME = 'provider_onboardings' AND o.id = to_jsonb(NEW) ->> 'id'))
  ) THEN
    RAISE EXCEPTION 'the onboarding and the provider % disagree', provider USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'onboarding_agrees' AND tgrelid = 'provider_onboardings'::regclass) THEN
    CREATE CONSTRAINT TRIGGER onboarding_agrees AFTER INSERT OR UPDATE OF status ON provider_onboardings
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_onboarding_agrees();
  END IF;
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'onboarding_agrees' AND tgrelid = 'providers'::regclass) THEN
    CREATE CONSTRAINT TRIGGER onboarding_agrees AFTER UPDATE OF status ON providers
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_onboarding_agrees();
  END IF;
END $$;
