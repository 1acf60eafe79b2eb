-- One time zone database (docs/decisions/0236). `therapy migrate` writes what Node's data say of zones for which PostgreSQL's
-- say otherwise, and redefines therapy.local_time to use it (prisma/time-zones.ts).
CREATE TABLE therapy.zone_offsets (
  zone text NOT NULL,
  starts_at timestamptz NOT NULL,
  utc_offset interval NOT NULL,
  PRIMARY KEY (zone, starts_at)
);
COMMENT ON TABLE therapy.zone_offsets IS 'Offsets of zones, in small letters, for which PostgreSQL and Node differ. An offset holds until the next one.';

CREATE TABLE therapy.zone_comparison (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  node_version text NOT NULL,
  database_fingerprint text NOT NULL,
  compared_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE therapy.zone_comparison IS 'The time zone data that were compared last.';
GRANT SELECT ON therapy.zone_offsets, therapy.zone_comparison TO therapy_app, therapy_system;

CREATE FUNCTION therapy.local_time(at timestamptz, zone text) RETURNS timestamp
LANGUAGE sql STABLE PARALLEL SAFE
RETURN at AT TIME ZONE zone;
COMMENT ON FUNCTION therapy.local_time IS 'What the clocks of a zone show at an instant.';
