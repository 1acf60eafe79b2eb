-- At commit, payments captured together have the same state, and the leading payment is one of them.
CREATE OR REPLACE FUNCTION therapy.assert_captured_alike() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF NEW.captured_with_id IS NULL THEN
    RETURN NULL;
  END IF;
  IF (SELECT count(DISTINCT (p.status, p.currency, p.gateway, p.account_id, p.failure_code)) <> 1
        OR count(*) FILTER (WHERE p.id = p.captured_with_id) <> 1
      FROM payments p WHERE p.tenant_id = NEW.tenant_id AND p.captured_with_id = NEW.captured_with_id) THEN
    RAISE EXCEPTION 'payments captured with % do not stand alike', NEW.captured_with_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS captured_alike ON payments;
CREATE CONSTRAINT TRIGGER captured_alike AFTER INSERT OR UPDATE OF status, currency, gateway, account_id, captured_with_id ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_captured_alike();
