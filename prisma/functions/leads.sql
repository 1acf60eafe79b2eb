-- Leads (domain/marketplace/README.md): a lead only moves forward, and a closed lead stays closed.

CREATE OR REPLACE FUNCTION therapy.assert_lead_goes_on() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE stages text[] := '{NEW,QUALIFYING,QUALIFIED,MATCHED,CONVERTED}';
BEGIN
  IF OLD.closed_at IS NULL AND (NEW.status IN ('LOST', 'EXPIRED')
    OR array_position(stages, NEW.status) > array_position(stages, OLD.status)) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a lead that is % does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER goes_on BEFORE UPDATE OF status ON leads FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION therapy.assert_lead_goes_on();

-- Accepted and declined offers are final, except that an accepted one can be withdrawn.
CREATE OR REPLACE FUNCTION therapy.assert_lead_offer_is_open() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION 'a lead offer that is % does not become %', OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER decided_once BEFORE UPDATE OF status ON lead_offers FOR EACH ROW
  WHEN (OLD.status <> 'OPEN' AND NEW.status IS DISTINCT FROM OLD.status
    AND NOT (OLD.status = 'ACCEPTED' AND NEW.status = 'WITHDRAWN')) EXECUTE FUNCTION therapy.assert_lead_offer_is_open();
