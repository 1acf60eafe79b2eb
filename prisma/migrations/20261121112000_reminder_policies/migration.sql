-- Who is reminded when, how, and in which language: of the centre, of a service, of one guardian. What a policy
-- leaves null, the less specific one says.
CREATE TABLE reminder_policies (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  service_id      text,
  client_id       text,
  offsets_minutes jsonb,
  channels        jsonb,
  quiet_hours     jsonb,
  language        text,
  archived_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK (num_nonnulls(service_id, client_id) <= 1)
);
-- One policy in force per service, per guardian, and for the centre.
CREATE UNIQUE INDEX reminder_policies_scope ON reminder_policies (tenant_id, client_id, service_id)
  NULLS NOT DISTINCT WHERE archived_at IS NULL;
CALL therapy.isolate('reminder_policies', 'SELECT, INSERT, UPDATE');
