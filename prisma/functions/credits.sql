-- Credit of clients and payers: a balance equals the sum of its movements.

CREATE OR REPLACE FUNCTION therapy.assert_credit_balance() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_balance text := coalesce(to_jsonb(NEW) ->> 'balance_id', to_jsonb(NEW) ->> 'id');
BEGIN
  IF NOT EXISTS (SELECT FROM public.credit_balances b WHERE b.tenant_id = NEW.tenant_id AND b.id = of_balance
      AND b.balance_minor = (SELECT coalesce(sum(m.amount_minor), 0) FROM public.credit_movements m
        WHERE m.tenant_id = b.tenant_id AND m.balance_id = b.id)) THEN
    RAISE EXCEPTION 'the credit balance % is not the sum of its movements', of_balance
      USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_balances_sum';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS balance ON credit_balances;
CREATE CONSTRAINT TRIGGER balance AFTER INSERT OR UPDATE OF balance_minor ON credit_balances
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_credit_balance();
DROP TRIGGER IF EXISTS balance ON credit_movements;
CREATE CONSTRAINT TRIGGER balance AFTER INSERT ON credit_movements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_credit_balance();

-- Immutable, except that an erasure removes personal texts.
CALL therapy.append_only('credit_movements');
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON credit_movements FOR EACH ROW
  WHEN (current_user NOT IN ('therapy_closer', 'therapy_eraser')) EXECUTE FUNCTION therapy.refuse_change();

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.assert_credit_balance() OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.assert_credit_balance() FROM PUBLIC;
