-- A cancelled appointment is not charged: its own order cannot be opened or paid, and an open order is
-- cancelled. The fee for a cancellation or a no-show is a separate order, to which this does not apply.

-- The same rule as `isChargeable` in the domain's rules for orders.
CREATE OR REPLACE FUNCTION therapy.is_chargeable(status appointment_status, absent_party absent_party) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT status NOT IN ('HELD', 'CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR')
    AND NOT (status = 'NO_SHOW' AND absent_party IS NOT DISTINCT FROM 'PROVIDER')
$$;

-- FOR SHARE waits for a cancellation in progress, and blocks the next one until this commits.
CREATE OR REPLACE FUNCTION therapy.assert_chargeable(tenant text, appointment text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  found_status appointment_status;
  found_absent absent_party;
BEGIN
  SELECT a.status, a.absent_party INTO found_status, found_absent FROM appointments a
    WHERE a.tenant_id = tenant AND a.id = appointment FOR SHARE;
  IF NOT therapy.is_chargeable(found_status, found_absent) THEN
    RAISE EXCEPTION 'appointment % is %: this violates constraint "orders_chargeable"', appointment, found_status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_chargeable';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION therapy.refuse_unchargeable_order() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM therapy.assert_chargeable(NEW.tenant_id, NEW.appointment_id);
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER orders_chargeable BEFORE INSERT OR UPDATE OF status, purpose, appointment_id ON orders
  FOR EACH ROW
  WHEN (NEW.status = 'OPEN' AND NEW.purpose = 'SERVICE' AND NEW.appointment_id IS NOT NULL)
  EXECUTE FUNCTION therapy.refuse_unchargeable_order();

CREATE OR REPLACE FUNCTION therapy.refuse_unchargeable_payment() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  appointment text;
BEGIN
  SELECT o.appointment_id INTO appointment FROM orders o
    WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.order_id AND o.purpose = 'SERVICE';
  IF appointment IS NOT NULL THEN PERFORM therapy.assert_chargeable(NEW.tenant_id, appointment); END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER payments_chargeable BEFORE INSERT ON payments FOR EACH ROW
  EXECUTE FUNCTION therapy.refuse_unchargeable_payment();

-- At commit, a cancelled appointment has no open order, unless a payment that began earlier is being captured
-- or has paid part of it. The outcome of that payment completes or cancels the order.
CREATE OR REPLACE FUNCTION therapy.refuse_open_unchargeable_order() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  appointment text;
  open_order  text;
BEGIN
  IF TG_TABLE_NAME = 'appointments' THEN
    appointment := NEW.id;
  ELSE
    SELECT o.appointment_id INTO appointment FROM orders o
      WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.order_id;
  END IF;
  SELECT o.id INTO open_order FROM orders o
    JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
    WHERE o.tenant_id = NEW.tenant_id AND o.appointment_id = appointment
      AND o.purpose = 'SERVICE' AND o.status = 'OPEN' AND NOT therapy.is_chargeable(a.status, a.absent_party)
      AND NOT EXISTS (SELECT FROM payments p
        WHERE p.tenant_id = o.tenant_id AND p.order_id = o.id AND (p.status IN ('PROCESSING', 'REQUIRES_ACTION')
          -- A deposit must be refunded first.
          OR p.status = 'SUCCEEDED' AND (p.refunded_minor + p.charged_back_minor < p.amount_minor OR EXISTS (SELECT FROM refunds r
            WHERE r.tenant_id = p.tenant_id AND r.payment_id = p.id AND r.status = 'PROCESSING'))));
  IF open_order IS NOT NULL THEN
    RAISE EXCEPTION 'order % is open and its appointment is off', open_order USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS orders_withdrawn ON appointments;
CREATE CONSTRAINT TRIGGER orders_withdrawn AFTER UPDATE OF status, absent_party ON appointments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NOT therapy.is_chargeable(NEW.status, NEW.absent_party))
  EXECUTE FUNCTION therapy.refuse_open_unchargeable_order();
DROP TRIGGER IF EXISTS orders_withdrawn ON payments;
CREATE CONSTRAINT TRIGGER orders_withdrawn AFTER UPDATE OF status ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'FAILED')
  EXECUTE FUNCTION therapy.refuse_open_unchargeable_order();

-- At commit, an order equals the sum of its lines.
CREATE OR REPLACE FUNCTION therapy.assert_order_sums() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_order text := coalesce(to_jsonb(NEW) ->> 'order_id', to_jsonb(NEW) ->> 'id');
BEGIN
  PERFORM FROM public.orders o JOIN public.order_lines l ON l.tenant_id = o.tenant_id AND l.order_id = o.id
  WHERE o.tenant_id = NEW.tenant_id AND o.id = of_order
  GROUP BY o.amount_minor, o.discount_minor, o.tax_minor
  HAVING (sum(l.amount_minor), sum(l.discount_minor), sum(l.tax_minor)) = (o.amount_minor, o.discount_minor, o.tax_minor);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'order % does not come to the sum of its lines', of_order
      USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_sum';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS sums ON orders;
CREATE CONSTRAINT TRIGGER sums AFTER INSERT OR UPDATE OF amount_minor, discount_minor, tax_minor ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_order_sums();
DROP TRIGGER IF EXISTS sums ON order_lines;
CREATE CONSTRAINT TRIGGER sums AFTER INSERT OR UPDATE OF quantity, unit_amount_minor, discount_minor, tax_minor ON order_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_order_sums();

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.assert_order_sums() OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.assert_order_sums() FROM PUBLIC;

-- At commit, an order's paid amount equals its captures, and pending payments do not exceed the rest.
CREATE OR REPLACE FUNCTION therapy.assert_captured() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_order text := CASE TG_TABLE_NAME WHEN 'orders' THEN NEW.id ELSE to_jsonb(NEW) ->> 'order_id' END;
  counted  integer;
  total    integer;
  captured bigint;
  wanted   bigint;
BEGIN
  SELECT o.captured_minor, o.amount_minor INTO counted, total FROM orders o
    WHERE o.tenant_id = NEW.tenant_id AND o.id = of_order;
  SELECT coalesce(sum(p.amount_minor) FILTER (WHERE p.status = 'SUCCEEDED'), 0), coalesce(sum(p.amount_minor), 0)
    INTO captured, wanted FROM payments p
    WHERE p.tenant_id = NEW.tenant_id AND p.order_id = of_order AND p.status <> 'FAILED';
  IF counted <> captured OR wanted > total THEN
    RAISE EXCEPTION 'order % of % counts % as captured, and its payments come to % and may come to %', of_order, total,
      counted, captured, wanted USING ERRCODE = 'check_violation', CONSTRAINT = 'orders_captured_sum';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS captured ON orders;
CREATE CONSTRAINT TRIGGER captured AFTER UPDATE OF captured_minor ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_captured();
DROP TRIGGER IF EXISTS captured ON payments;
CREATE CONSTRAINT TRIGGER captured AFTER INSERT OR UPDATE OF status, amount_minor, order_id ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_captured();
