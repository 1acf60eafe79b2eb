-- No cent is refunded twice: at commit, a payment's refunded amount equals the sum of its refunds, without the
-- failed ones. A CHECK on the payment limits the amount to what was captured.
CREATE OR REPLACE FUNCTION therapy.assert_refunded() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  payment text := CASE TG_TABLE_NAME WHEN 'payments' THEN NEW.id ELSE to_jsonb(NEW) ->> 'payment_id' END;
BEGIN
  IF (SELECT p.refunded_minor FROM payments p WHERE p.tenant_id = NEW.tenant_id AND p.id = payment) IS DISTINCT FROM
     (SELECT coalesce(sum(r.amount_minor), 0)::integer FROM refunds r
      WHERE r.tenant_id = NEW.tenant_id AND r.payment_id = payment AND r.status <> 'FAILED') THEN
    RAISE EXCEPTION 'payment % does not count what its refunds come to', payment USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS refunds_counted ON refunds;
CREATE CONSTRAINT TRIGGER refunds_counted AFTER INSERT OR UPDATE OF status, amount_minor, payment_id ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_refunded();
DROP TRIGGER IF EXISTS refunds_counted ON payments;
CREATE CONSTRAINT TRIGGER refunds_counted AFTER UPDATE OF refunded_minor ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_refunded();
