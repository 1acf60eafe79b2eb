-- An occurrence says all that is wanted of it, and what of that its appointment has yet to take.
ALTER TABLE series_occurrences
  ADD COLUMN location_id text,
  ADD COLUMN service_id text,
  ADD COLUMN duration_minutes integer,
  ADD COLUMN notes text,
  ADD COLUMN edited text[] NOT NULL DEFAULT '{}'
    CHECK (edited <@ ARRAY['slot', 'roomId', 'locationId', 'serviceId', 'durationMinutes', 'notes']);
-- The policies would hide every row from a migration.
ALTER TABLE series NO FORCE ROW LEVEL SECURITY;
ALTER TABLE series_occurrences NO FORCE ROW LEVEL SECURITY;
UPDATE series_occurrences o
SET location_id = s.location_id, service_id = s.service_id, duration_minutes = s.duration_minutes, notes = s.notes,
    edited = CASE WHEN o.appointment_id IS NOT NULL AND (o.pending = 'RESCHEDULE'
      OR o.result ->> 'action' = 'RESCHEDULE' AND o.result ->> 'outcome' <> 'DONE') THEN '{slot,roomId}'::text[] ELSE '{}' END
FROM series s WHERE s.tenant_id = o.tenant_id AND s.id = o.series_id;
ALTER TABLE series FORCE ROW LEVEL SECURITY;
ALTER TABLE series_occurrences FORCE ROW LEVEL SECURITY;
ALTER TABLE series_occurrences
  ALTER COLUMN location_id SET NOT NULL,
  ADD FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  ADD FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  DROP CONSTRAINT series_occurrences_pending_check,
  ADD CONSTRAINT series_occurrences_pending_check
    CHECK (pending IN ('BOOK', 'RESCHEDULE', 'UPDATE', 'CONFIRM', 'CANCEL')),
  ADD CHECK ((pending = 'RESCHEDULE') <= ('slot' = ANY (edited))),
  ADD CHECK ((pending = 'UPDATE') <= (edited <> '{}'));
