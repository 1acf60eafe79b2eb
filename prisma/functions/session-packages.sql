-- Packages of sessions: the balance equals the sum of the movements, and an appointment uses at most one
-- session.

CREATE OR REPLACE FUNCTION therapy.assert_package_balance() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_package text := coalesce(to_jsonb(NEW) ->> 'package_id', to_jsonb(NEW) ->> 'id');
  visit      text := to_jsonb(NEW) ->> 'appointment_id';
BEGIN
  IF NOT EXISTS (SELECT FROM public.session_packages p WHERE p.tenant_id = NEW.tenant_id AND p.id = of_package
      AND p.balance = (SELECT coalesce(sum(m.sessions), 0) FROM public.session_package_movements m
        WHERE m.tenant_id = p.tenant_id AND m.package_id = p.id)) THEN
    RAISE EXCEPTION 'the balance of package % is not the sum of its movements', of_package
      USING ERRCODE = 'check_violation', CONSTRAINT = 'session_packages_sum';
  END IF;
  IF visit IS NOT NULL AND (SELECT sum(m.sessions) FROM public.session_package_movements m
      WHERE m.tenant_id = NEW.tenant_id AND m.appointment_id = visit) NOT IN (-1, 0) THEN
    RAISE EXCEPTION 'appointment % uses more than one session', visit
      USING ERRCODE = 'check_violation', CONSTRAINT = 'session_package_movements_once';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS balance ON session_packages;
CREATE CONSTRAINT TRIGGER balance AFTER INSERT OR UPDATE OF balance ON session_packages
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_package_balance();
DROP TRIGGER IF EXISTS balance ON session_package_movements;
CREATE CONSTRAINT TRIGGER balance AFTER INSERT ON session_package_movements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_package_balance();

CALL therapy.append_only('session_package_movements');

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.assert_package_balance() OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.assert_package_balance() FROM PUBLIC;
