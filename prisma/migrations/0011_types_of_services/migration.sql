-- The type of an appointment follows from its service. Bookings that name a type alone took the service whose code it
-- is: that service becomes the type's default.
ALTER TABLE services
  ADD COLUMN appointment_type appointment_type,
  ADD COLUMN default_for_type boolean NOT NULL DEFAULT false;
-- The policies would hide every row from a migration.
ALTER TABLE services NO FORCE ROW LEVEL SECURITY;
UPDATE services SET
  appointment_type = CASE WHEN code = ANY (enum_range(NULL::appointment_type)::text[]) THEN code::appointment_type
    WHEN capacity > 1 THEN 'GROUP_SESSION' ELSE 'THERAPY_SESSION' END,
  default_for_type = code = ANY (enum_range(NULL::appointment_type)::text[]);
ALTER TABLE services FORCE ROW LEVEL SECURITY;
ALTER TABLE services ALTER COLUMN appointment_type SET NOT NULL;
CREATE UNIQUE INDEX services_default_for_type_key ON services (tenant_id, appointment_type)
  WHERE default_for_type AND archived_at IS NULL;
-- What somebody waits for is a service too, or several.
ALTER TABLE waitlist_entries DROP COLUMN type;
