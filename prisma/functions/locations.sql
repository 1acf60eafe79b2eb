-- Locations (docs/decisions/0114): which children a user bound to locations sees. therapy_care reads the tables
-- that decide this.

-- The only definition of the children of a location at an instant: children who belong to it, have an
-- appointment there (in any status, from its booking until 90 days after it), are booked in a series, are
-- on a waitlist or a group's waitlist there, or are assessed there. A booking made with break-glass access
-- changes nothing. A child whose processing is restricted belongs to no location.
CREATE OR REPLACE FUNCTION therapy.clients_of(locations text[], at timestamptz) RETURNS TABLE (child_id text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT of_location.child_id FROM (
    SELECT c.id AS child_id FROM public.children c
    WHERE c.tenant_id = therapy.current_tenant() AND c.location_id = ANY (locations)
    UNION
    SELECT a.child_id FROM public.appointments a
    WHERE a.tenant_id = therapy.current_tenant() AND a.location_id = ANY (locations) AND a.child_id IS NOT NULL AND NOT a.by_glass
      AND a.starts_at > at - interval '90 days' AND a.status <> 'ENTERED_IN_ERROR'
    UNION
    SELECT s.child_id FROM public.series s
    WHERE s.tenant_id = therapy.current_tenant() AND s.location_id = ANY (locations) AND s.child_id IS NOT NULL
      AND s.starts_on > (at - interval '90 days')::date
    UNION
    SELECT w.child_id FROM public.waitlist_entries w
    WHERE w.tenant_id = therapy.current_tenant() AND w.status = 'WAITING' AND w.location_ids && locations
    UNION
    SELECT e.child_id FROM public.appointments g
    JOIN public.group_waitlist_entries e ON e.tenant_id = g.tenant_id AND e.group_id = g.id AND e.status = 'WAITING'
    WHERE g.tenant_id = therapy.current_tenant() AND g.capacity IS NOT NULL AND g.location_id = ANY (locations)
      AND g.starts_at > at
    UNION
    SELECT d.child_id FROM public.assessment_schedules d
    WHERE d.tenant_id = therapy.current_tenant() AND d.location_id = ANY (locations) AND d.ended_at IS NULL
  ) of_location
  WHERE of_location.child_id NOT IN (SELECT r.person_id FROM public.processing_restrictions r
    WHERE r.tenant_id = therapy.current_tenant() AND r.lifted_at IS NULL)
$$;

-- Begins a transaction of a user bound to locations: all later statements see these locations. It is sent
-- together with BEGIN. `own` is the provider linked to the user, as whom they sign.
CREATE OR REPLACE FUNCTION therapy.enter_locations(locations text[], at timestamptz, own text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.locations', locations::text, true), set_config('app.provider', COALESCE(own, ''), true),
    set_config('app.caseload',
      (SELECT COALESCE(array_agg(c.child_id), '{}') FROM therapy.clients_of(locations, at) c)::text, true);
END $$;

-- A bound user can assign a family only to their own locations and cannot take it away from another. A policy
-- cannot see the row's previous state.
CREATE OR REPLACE FUNCTION therapy.keep_to_locations() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF NEW.location_id = ANY (therapy.locations()) AND (OLD.location_id IS NULL OR OLD.location_id = ANY (therapy.locations())) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'row violates policy "location" for table "%"', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE TRIGGER keep_to_locations BEFORE UPDATE OF location_id ON children FOR EACH ROW
  WHEN (current_user = 'therapy_locations' AND NEW.location_id IS DISTINCT FROM OLD.location_id)
  EXECUTE FUNCTION therapy.keep_to_locations();
CREATE OR REPLACE TRIGGER keep_to_locations BEFORE UPDATE OF location_id ON clients FOR EACH ROW
  WHEN (current_user = 'therapy_locations' AND NEW.location_id IS DISTINCT FROM OLD.location_id)
  EXECUTE FUNCTION therapy.keep_to_locations();

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.clients_of(text[], timestamptz) OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.clients_of(text[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.clients_of(text[], timestamptz) TO therapy_app, therapy_caseload;
