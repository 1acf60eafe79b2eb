-- A suspended centre can be closed: at a day that was noted, all of it is removed but its audit trail and the row that
-- says that it was (docs/decisions/0119).

ALTER TABLE tenants
  -- From then on it is written by nobody, and removed.
  ADD COLUMN closes_at timestamptz(3),
  -- When nothing of it was left.
  ADD COLUMN closed_at timestamptz(3),
  -- The operator's own rows are no centre's.
  ADD CONSTRAINT tenants_closed_when_suspended CHECK (closes_at IS NULL OR
    (status = 'SUSPENDED' AND closes_at >= suspended_at + interval '24 hours' AND tenant_id <> 'ten_platform')),
  ADD CONSTRAINT tenants_closed_in_time CHECK (closed_at IS NULL OR closes_at IS NOT NULL);
CREATE INDEX tenants_closing ON tenants (closes_at) WHERE closes_at IS NOT NULL AND closed_at IS NULL;

-- therapy_closer removes centres. Nobody logs in as it or becomes it: it owns one function.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'therapy_closer') THEN CREATE ROLE therapy_closer NOLOGIN; END IF;
END $$;
GRANT USAGE ON SCHEMA public, therapy TO therapy_closer;
GRANT therapy_closer TO CURRENT_USER;

GRANT SELECT (tenant_id, closes_at) ON tenants TO therapy_closer;
CREATE POLICY closing ON tenants FOR SELECT TO therapy_closer USING (tenant_id = therapy.current_tenant());

-- The tenant of the transaction, if its time has come; the clock is the database's.
CREATE FUNCTION therapy.closing_tenant() RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT t.tenant_id FROM public.tenants t WHERE t.tenant_id = therapy.current_tenant() AND t.closes_at <= now());

-- Lets a centre that is closed be removed from a table.
CREATE PROCEDURE therapy.removable(tab regclass)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('GRANT SELECT, DELETE ON %s TO therapy_closer', tab);
  EXECUTE format('CREATE POLICY closing ON %s TO therapy_closer
    USING (tenant_id = (SELECT therapy.closing_tenant())) WITH CHECK (false)', tab);
END $$;

-- As before (migration 2), and a table to come goes with its centre.
CREATE OR REPLACE PROCEDURE therapy.isolate(tab regclass, privileges text, system text DEFAULT NULL)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tab);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tab);
  EXECUTE format('CREATE POLICY tenant_isolation ON %s TO therapy_app, therapy_caseload
    USING (tenant_id = therapy.current_tenant()) WITH CHECK (tenant_id = therapy.current_tenant())', tab);
  EXECUTE format('GRANT %s ON %s TO therapy_app, therapy_caseload', privileges, tab);
  IF system IS NOT NULL THEN
    EXECUTE format('CREATE POLICY platform ON %s TO therapy_system USING (true) WITH CHECK (true)', tab);
    EXECUTE format('GRANT %s ON %s TO therapy_system', system, tab);
  END IF;
  CALL therapy.removable(tab);
END $$;

-- All that there is, but what stays: the row of the centre, and its audit trail with the seals.
DO $$
DECLARE tab regclass;
BEGIN
  FOR tab IN
    SELECT a.attrelid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'tenant_id' AND NOT a.attisdropped
      AND c.relname NOT IN ('tenants', 'audit_entries', 'audit_seals', 'audit_heads')
  LOOP
    CALL therapy.removable(tab);
  END LOOP;
END $$;
