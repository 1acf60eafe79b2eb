-- Users who are bound to locations (docs/decisions/0114): what they see is a role of the database, as a caseload is.

-- Empty: the whole centre.
ALTER TABLE users
  ADD COLUMN location_ids text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT users_whole_centre
    CHECK (location_ids = '{}' OR NOT roles && ARRAY['OWNER', 'ADMINISTRATOR', 'AUDITOR']);

-- The location that a family belongs to; null: to none in particular.
ALTER TABLE children ADD COLUMN location_id text, ADD FOREIGN KEY (tenant_id, location_id) REFERENCES locations;
ALTER TABLE clients ADD COLUMN location_id text, ADD FOREIGN KEY (tenant_id, location_id) REFERENCES locations;

-- Whom a location sees is asked for in each transaction of somebody who is bound to it.
CREATE INDEX children_location ON children (tenant_id, location_id) WHERE location_id IS NOT NULL;
CREATE INDEX appointments_location ON appointments (tenant_id, location_id, starts_at) INCLUDE (child_id)
  WHERE child_id IS NOT NULL AND status <> 'ENTERED_IN_ERROR';
CREATE INDEX series_location ON series (tenant_id, location_id, starts_on);
CREATE INDEX assessment_schedules_location ON assessment_schedules (tenant_id, location_id)
  WHERE location_id IS NOT NULL AND ended_at IS NULL;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'therapy_locations') THEN CREATE ROLE therapy_locations NOLOGIN; END IF;
END $$;
-- All that restricts a caseload restricts it as well, in tables to come too: who is bound to locations has a caseload, the
-- children of these.
GRANT therapy_caseload TO therapy_locations WITH INHERIT TRUE, SET FALSE;
GRANT therapy_locations TO therapy_app WITH INHERIT FALSE, SET TRUE;

-- Nowhere where nobody has entered: a connection sees nothing of a location until it says of which.
CREATE FUNCTION therapy.locations() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('app.locations', true), ''), '{}')::text[];

-- Restricts a table to one's own locations: its rows are seen and written there alone.
CREATE PROCEDURE therapy.restrict_to_locations(tab regclass, condition text DEFAULT
  'location_id = ANY ((SELECT therapy.locations())::text[])')
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('CREATE POLICY location ON %s AS RESTRICTIVE TO therapy_locations USING (%s)', tab, condition);
END $$;

-- Restricts what is written of a table to one's own locations: everybody may read it.
CREATE PROCEDURE therapy.restrict_writes_to_locations(tab regclass, condition text DEFAULT
  'location_id = ANY ((SELECT therapy.locations())::text[])')
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('CREATE POLICY location_added ON %s AS RESTRICTIVE FOR INSERT TO therapy_locations WITH CHECK (%s)', tab, condition);
  EXECUTE format('CREATE POLICY location_changed ON %s AS RESTRICTIVE FOR UPDATE TO therapy_locations USING (%s)', tab, condition);
  EXECUTE format('CREATE POLICY location_removed ON %s AS RESTRICTIVE FOR DELETE TO therapy_locations USING (%s)', tab, condition);
END $$;

-- Restricts a table to the rows that hang on no row of another table, or on one that is seen.
CREATE PROCEDURE therapy.restrict_to_locations_of(tab regclass, col text, parent regclass)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  CALL therapy.restrict_to_locations(tab, format(
    '%2$I IS NULL OR EXISTS (SELECT FROM %3$s parent WHERE parent.tenant_id = %1$s.tenant_id AND parent.id = %1$s.%2$I)',
    tab, col, parent));
END $$;

-- What is at a location
CALL therapy.restrict_to_locations('appointments');
CALL therapy.restrict_to_locations('series');
CALL therapy.restrict_to_locations('freed_slots');
-- …or at none in particular: then it is the child's.
CALL therapy.restrict_to_locations('assessment_schedules',
  'location_id IS NULL OR location_id = ANY ((SELECT therapy.locations())::text[])');
CALL therapy.restrict_to_locations('appointment_import_rows',
  'location_id IS NULL OR location_id = ANY ((SELECT therapy.locations())::text[])');
CALL therapy.restrict_to_locations('waitlist_entries',
  'location_ids = ''{}'' OR location_ids && (SELECT therapy.locations())::text[]');
-- An occurrence that was moved elsewhere is seen with its series, which could not be changed as a whole otherwise.
CREATE POLICY location ON series_occurrences AS RESTRICTIVE TO therapy_locations
  USING (true) WITH CHECK (location_id = ANY ((SELECT therapy.locations())::text[]));
-- What hangs on an appointment is where that is, and so is what hangs on it in turn.
CALL therapy.restrict_to_locations_of('sessions', 'appointment_id', 'appointments');
CALL therapy.restrict_to_locations_of('orders', 'appointment_id', 'appointments');
CALL therapy.restrict_to_locations_of('group_waitlist_entries', 'group_id', 'appointments');
CALL therapy.restrict_to_locations_of('waitlist_offers', 'freed_slot_id', 'freed_slots');

-- What everybody may read
CALL therapy.restrict_writes_to_locations('locations', 'id = ANY ((SELECT therapy.locations())::text[])');
CALL therapy.restrict_writes_to_locations('rooms');
CALL therapy.restrict_writes_to_locations('schedules');
CALL therapy.restrict_writes_to_locations('schedule_exceptions');
CALL therapy.restrict_writes_to_locations('closures');
CALL therapy.restrict_writes_to_locations('cancellation_policies');
-- A provider without locations works at all of them.
CALL therapy.restrict_writes_to_locations('providers',
  'location_ids = ''{}'' OR location_ids && (SELECT therapy.locations())::text[]');

-- Families. A child is of the caseload by more than its location; a guardian who has no child yet by nothing else.
CREATE POLICY location_added ON children AS RESTRICTIVE FOR INSERT TO therapy_locations
  WITH CHECK (location_id = ANY ((SELECT therapy.locations())::text[]));
CREATE POLICY location_added ON clients AS RESTRICTIVE FOR INSERT TO therapy_locations
  WITH CHECK (location_id = ANY ((SELECT therapy.locations())::text[]));
DROP POLICY caseload ON clients;
CALL therapy.restrict_where('clients',
  'location_id = ANY ((SELECT therapy.locations())::text[])
   OR EXISTS (SELECT FROM guardianships g WHERE g.tenant_id = clients.tenant_id AND g.client_id = clients.id)');
-- A merge moves records of every location.
CALL therapy.restrict_writes_to_locations('child_merges', 'false');

-- What decides which children are of a location.
GRANT SELECT (location_id) ON children, appointments, series, assessment_schedules TO therapy_care;
GRANT SELECT (location_ids, status) ON waitlist_entries TO therapy_care;
GRANT SELECT (group_id, status) ON group_waitlist_entries TO therapy_care;
GRANT SELECT (capacity) ON appointments TO therapy_care;
GRANT SELECT (starts_on) ON series TO therapy_care;
GRANT SELECT (ended_at) ON assessment_schedules TO therapy_care;
-- …and which guardians are.
GRANT SELECT (location_id) ON clients TO therapy_search;
