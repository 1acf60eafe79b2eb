-- The retention run forgets what files said about rows that never became an appointment.
CREATE INDEX appointment_import_rows_source ON appointment_import_rows (updated_at) WHERE source IS NOT NULL;
CREATE POLICY platform ON appointment_import_rows TO therapy_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, updated_at, source, pending, version) ON appointment_import_rows TO therapy_system;
GRANT UPDATE (source, version) ON appointment_import_rows TO therapy_system;
