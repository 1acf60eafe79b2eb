-- At commit, a payment's totals equal its disputed and lost amounts.
CREATE OR REPLACE FUNCTION therapy.assert_disputed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  payment text := CASE TG_TABLE_NAME WHEN 'payments' THEN NEW.id ELSE to_jsonb(NEW) ->> 'payment_id' END;
BEGIN
  IF (SELECT (p.disputed_minor, p.charged_back_minor) FROM payments p WHERE p.tenant_id = NEW.tenant_id AND p.id = payment)
    IS DISTINCT FROM
     (SELECT (coalesce(sum(d.amount_minor) FILTER (WHERE d.status IN ('NEEDS_RESPONSE', 'UNDER_REVIEW') AND NOT d.is_inquiry), 0)::integer,
        coalesce(sum(d.withheld_minor) FILTER (WHERE d.status = 'LOST'), 0)::integer)
      FROM disputes d WHERE d.tenant_id = NEW.tenant_id AND d.payment_id = payment) THEN
    RAISE EXCEPTION 'payment % does not count what its disputes come to', payment USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS disputes_counted ON disputes;
CREATE CONSTRAINT TRIGGER disputes_counted AFTER INSERT OR UPDATE OF status, is_inquiry, amount_minor, withheld_minor, payment_id ON disputes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_disputed();
DROP TRIGGER IF EXISTS disputes_counted ON payments;
CREATE CONSTRAINT TRIGGER disputes_counted AFTER UPDATE OF disputed_minor, charged_back_minor ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_disputed();
