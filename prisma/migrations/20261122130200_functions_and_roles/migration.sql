-- What a role may do by SQL alone is no more than the platform does.

-- A function finds the tables that it was written for. Unqualified names were looked up in pg_temp first: a
-- temporary session_notes made the check of a signed session find nothing.
DO $$
DECLARE routine regprocedure;
BEGIN
  FOR routine IN SELECT p.oid FROM pg_proc p
    WHERE p.pronamespace = 'therapy'::regnamespace AND p.prosqlbody IS NULL
      AND p.proname NOT IN ('current_tenant', 'caseload', 'team')
      AND NOT EXISTS (SELECT FROM unnest(p.proconfig) AS setting WHERE setting LIKE 'search_path=%')
  LOOP
    EXECUTE format('ALTER ROUTINE %s SET search_path = pg_catalog, public, pg_temp', routine);
  END LOOP;
END $$;

-- These three are part of policies: a setting would keep them from being inlined. The names in such a body are
-- bound when it is made.
CREATE OR REPLACE FUNCTION therapy.current_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.tenant', true), '');
CREATE OR REPLACE FUNCTION therapy.caseload() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('app.caseload', true), ''), '{}')::text[];
CREATE OR REPLACE FUNCTION therapy.team() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('app.team', true), ''), '{}')::text[];

-- Nobody but the owner makes temporary tables. A copy of the database starts without this, so
-- `therapy migrate` repeats it (prisma/migrate.ts).
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;

-- Large objects have no tenant: what one session keeps there, every session reads. Revoking takes the database's
-- superuser; elsewhere PostgreSQL warns and goes on.
DO $$
DECLARE routine regprocedure;
BEGIN
  FOR routine IN SELECT oid FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^lo(_.*|read|write)$'
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', routine);
  END LOOP;
END $$;

-- The platform's own role changes the columns that relay, couriers and sign-in write.
REVOKE UPDATE ON outbox, webhook_endpoints, webhook_deliveries, api_keys, refresh_tokens, signing_keys, operator_tokens
  FROM therapy_system;
GRANT UPDATE (done_at, attempts, available_at, last_error) ON outbox TO therapy_system;
GRANT UPDATE (courier, failing_since, breaker_openings, breaker_until) ON webhook_endpoints TO therapy_system;
GRANT UPDATE (attempts, status, next_attempt_at, last_reason, finished_at, updated_at) ON webhook_deliveries
  TO therapy_system;
GRANT UPDATE (last_used_at) ON api_keys TO therapy_system;
GRANT UPDATE (spent_at, revoked_at) ON refresh_tokens TO therapy_system;
GRANT UPDATE (retired_at) ON signing_keys TO therapy_system;
GRANT UPDATE (revoked_at) ON operator_tokens TO therapy_system;

-- A person's restricted_at follows the open restriction, and changes together with nothing else: it was a way past
-- the freeze for every column beside it.
CREATE FUNCTION therapy.assert_restriction_marked() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.restricted_at IS DISTINCT FROM (SELECT r.started_at FROM processing_restrictions r
    WHERE r.tenant_id = NEW.tenant_id AND r.person_id = NEW.id AND r.lifted_at IS NULL) THEN
    RAISE EXCEPTION 'restricted_at of % follows its processing restriction', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DO $$
DECLARE tab text;
BEGIN
  FOREACH tab IN ARRAY ARRAY['children', 'clients'] LOOP
    EXECUTE format('CREATE TRIGGER restriction_marked AFTER UPDATE OF restricted_at ON %I FOR EACH ROW
      WHEN (NEW.restricted_at IS DISTINCT FROM OLD.restricted_at) EXECUTE FUNCTION therapy.assert_restriction_marked()', tab);
    EXECUTE format('DROP TRIGGER restricted_change ON %I', tab);
    EXECUTE format($trigger$CREATE TRIGGER restricted_change AFTER UPDATE ON %I FOR EACH ROW
      WHEN ((NEW.restricted_at IS DISTINCT FROM OLD.restricted_at
        AND to_jsonb(NEW) - '{restricted_at,updated_at,version}'::text[] = to_jsonb(OLD) - '{restricted_at,updated_at,version}'::text[]) IS NOT TRUE)
      EXECUTE FUNCTION therapy.refuse_restricted('id')$trigger$, tab);
  END LOOP;
END $$;
