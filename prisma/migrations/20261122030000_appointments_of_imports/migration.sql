-- An appointment says which import it came from, so that a wrong file is found among all others (docs/decisions/0058).

ALTER TABLE appointments ADD COLUMN import_id text;
UPDATE appointments a SET import_id = r.import_id FROM appointment_import_rows r
  WHERE r.tenant_id = a.tenant_id AND r.appointment_id = a.id;
ALTER TABLE appointments ADD FOREIGN KEY (tenant_id, import_id) REFERENCES appointment_imports;
CREATE INDEX appointments_import ON appointments (tenant_id, import_id, created_at) WHERE import_id IS NOT NULL;
