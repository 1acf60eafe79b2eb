-- Matching of therapists to needs (docs/decisions/0120).

-- The great-circle distance in kilometers by the haversine formula, on a sphere with the earth's mean radius.
CREATE OR REPLACE FUNCTION therapy.distance_km(
  latitude_a double precision, longitude_a double precision, latitude_b double precision, longitude_b double precision
) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN 2 * 6371.0088 * asin(sqrt(LEAST(1,
    sin(radians(latitude_b - latitude_a) / 2) ^ 2
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * sin(radians(longitude_b - longitude_a) / 2) ^ 2)));

-- The number of children per provider, by care team or as the primary provider. Only the number is returned, so
-- it is the same for callers who see only some of the children.
CREATE OR REPLACE FUNCTION therapy.caseload_sizes(providers text[], at timestamptz)
RETURNS TABLE (provider_id text, children integer)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT of_provider.provider_id, count(DISTINCT of_provider.child_id)::int FROM (
    SELECT m.provider_id, m.child_id FROM public.care_team_members m
    JOIN public.children c ON c.tenant_id = m.tenant_id AND c.id = m.child_id AND c.archived_at IS NULL
    WHERE m.tenant_id = therapy.current_tenant() AND m.provider_id = ANY (providers)
      AND m.starts_at <= at AND (m.ends_at IS NULL OR m.ends_at > at)
    UNION ALL
    SELECT c.primary_provider_id, c.id FROM public.children c
    WHERE c.tenant_id = therapy.current_tenant() AND c.primary_provider_id = ANY (providers) AND c.archived_at IS NULL
  ) of_provider GROUP BY 1
$$;

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.caseload_sizes(text[], timestamptz) OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.caseload_sizes(text[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.caseload_sizes(text[], timestamptz) TO therapy_app, therapy_caseload;
