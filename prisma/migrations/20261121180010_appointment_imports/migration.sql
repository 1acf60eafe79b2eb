-- Appointments brought along from elsewhere (docs/decisions/0047): a file's rows are checked first, then made, and can be
-- undone. What is pending of each row stands in it; a workflow carries it out, row by row.

CREATE TABLE appointment_imports (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  name            text NOT NULL,
  format          text NOT NULL CHECK (format IN ('CSV', 'ICS')),
  sha256          text NOT NULL,
  zone            text,
  defaults        jsonb NOT NULL,
  notify          boolean NOT NULL,
  ignored_columns text[] NOT NULL,
  status          text NOT NULL CHECK (status IN ('CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE')),
  undo_reason     text,
  created_by      text NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('appointment_imports', 'SELECT, INSERT, UPDATE');

CREATE TABLE appointment_import_rows (
  tenant_id      text NOT NULL,
  id             text NOT NULL,
  import_id      text NOT NULL,
  number         integer NOT NULL CHECK (number > 0),
  -- What the file says, until it has become an appointment. None where its text is wrong.
  source         jsonb,
  pending        text CHECK (pending IN ('CHECK', 'CREATE', 'UNDO')),
  result         text CHECK (result IN ('WOULD_CREATE', 'CREATED', 'UNCHANGED', 'CONFLICT', 'INVALID', 'UNDONE', 'KEPT')),
  -- Why not: the field, a stable code, and what to do about it.
  field          text,
  code           text,
  detail         text,
  conflicts_with text,
  -- By which a row is known again: the file's external id, or who, with whom and when.
  key            text,
  child_id       text,
  provider_id    text,
  service_id     text,
  location_id    text,
  room_id        text,
  starts_at      timestamptz(3),
  ends_at        timestamptz(3),
  -- With buffers, as provider and room are taken.
  busy_from      timestamptz(3),
  busy_until     timestamptz(3),
  status         appointment_status,
  appointment_id text,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, import_id, number),
  FOREIGN KEY (tenant_id, import_id) REFERENCES appointment_imports,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  CHECK ((result IN ('CREATED', 'UNDONE', 'KEPT')) <= (appointment_id IS NOT NULL AND key IS NOT NULL))
);
-- Whatever is imported twice, by two imports at once or by one worker after another, is there once.
CREATE UNIQUE INDEX appointment_import_rows_once ON appointment_import_rows (tenant_id, key)
  WHERE result IN ('CREATED', 'KEPT');
CREATE INDEX appointment_import_rows_pending ON appointment_import_rows (tenant_id, import_id, number)
  WHERE pending IS NOT NULL;
CREATE INDEX appointment_import_rows_child ON appointment_import_rows (tenant_id, child_id) WHERE child_id IS NOT NULL;
CREATE INDEX appointment_import_rows_appointment ON appointment_import_rows (tenant_id, appointment_id)
  WHERE appointment_id IS NOT NULL;
CALL therapy.isolate('appointment_import_rows', 'SELECT, INSERT, UPDATE');
