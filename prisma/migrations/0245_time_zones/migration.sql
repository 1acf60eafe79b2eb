-- One time zone database (docs/decisions/0236). `therapy migrate` compares PostgreSQL's data with Node's, and redefines these
-- functions (prisma/time-zones.ts).
CREATE FUNCTION therapy.local_time(at timestamptz, zone text) RETURNS timestamp
LANGUAGE sql STABLE PARALLEL SAFE
RETURN at AT TIME ZONE zone;
COMMENT ON FUNCTION therapy.local_time IS 'What the clocks of a zone show at an instant.';

CREATE FUNCTION therapy.local_time_of_node(at timestamptz, zone text) RETURNS timestamp
LANGUAGE plpgsql STRICT STABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp
AS $$ BEGIN RETURN at AT TIME ZONE zone; END $$;
COMMENT ON FUNCTION therapy.local_time_of_node IS 'The same, by Node''s data, for zones that differ.';

CREATE FUNCTION therapy.compared_zones() RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN '{}'::jsonb;
COMMENT ON FUNCTION therapy.compared_zones IS 'Which data were compared last, and the zones that differ.';
