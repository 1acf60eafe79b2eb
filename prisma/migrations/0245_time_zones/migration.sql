-- One time zone database (docs/decisions/0236). `therapy migrate` compares PostgreSQL's data with Node's, and redefines these
-- functions where they differ (prisma/time-zones.ts).
CREATE TABLE therapy.zone_comparison (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  node_version text NOT NULL,
  database_fingerprint text NOT NULL,
  differing text[] NOT NULL,
  compared_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE therapy.zone_comparison IS 'The time zone data that were compared last, and the zones that differ.';
GRANT SELECT ON therapy.zone_comparison TO therapy_app, therapy_system;

CREATE FUNCTION therapy.local_time(at timestamptz, zone text) RETURNS timestamp
LANGUAGE sql STABLE PARALLEL SAFE
RETURN at AT TIME ZONE zone;
COMMENT ON FUNCTION therapy.local_time IS 'What the clocks of a zone show at an instant.';

CREATE FUNCTION therapy.local_time_of_node(at timestamptz, zone text) RETURNS timestamp
LANGUAGE plpgsql STRICT STABLE PARALLEL SAFE
AS $$ BEGIN RETURN at AT TIME ZONE zone; END $$;
COMMENT ON FUNCTION therapy.local_time_of_node IS 'The same, by Node''s data, for zones that differ.';
