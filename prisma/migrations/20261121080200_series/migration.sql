-- Series: what each occurrence is to be stands in its row; a workflow carries it out, one by one.

CREATE TABLE series (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  child_id         text NOT NULL,
  provider_id      text NOT NULL,
  service_id       text,
  location_id      text NOT NULL,
  room_id          text,
  type             appointment_type NOT NULL,
  duration_minutes integer CHECK (duration_minutes > 0),
  notes            text,
  zone             text NOT NULL,
  starts_on        date NOT NULL,
  start_time       text NOT NULL CHECK (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  rule             text NOT NULL,
  status           text NOT NULL CHECK (status IN ('WORKING', 'READY')),
  change           integer NOT NULL DEFAULT 1,
  cancelled_at     timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms
);
CREATE INDEX series_child ON series (tenant_id, child_id);
CALL therapy.isolate('series', 'SELECT, INSERT, UPDATE');

ALTER TABLE appointments ADD COLUMN series_id text,
  ADD FOREIGN KEY (tenant_id, series_id) REFERENCES series;
CREATE INDEX appointments_series ON appointments (tenant_id, series_id) WHERE series_id IS NOT NULL;

CREATE TABLE series_occurrences (
  tenant_id      text NOT NULL,
  id             text NOT NULL,
  series_id      text NOT NULL,
  number         integer NOT NULL CHECK (number > 0),
  -- Where it is to be. No instant: the clocks skip that time on that day.
  date           date NOT NULL,
  start_time     text NOT NULL,
  starts_at      timestamptz(3),
  provider_id    text NOT NULL,
  room_id        text,
  status         text NOT NULL CHECK (status IN ('PENDING', 'BOOKED', 'CONFLICT', 'SKIPPED', 'CANCELLED')),
  appointment_id text,
  -- What is to be done about it, for which change of the series, and what came of the last one.
  pending        text CHECK (pending IN ('BOOK', 'RESCHEDULE', 'CANCEL')),
  cancellation   jsonb,
  change         integer NOT NULL,
  -- Its turn among what is pending: an occurrence that makes room comes before the one that takes it.
  turn           integer NOT NULL,
  result         jsonb,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, series_id, number),
  FOREIGN KEY (tenant_id, series_id) REFERENCES series,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms,
  CHECK ((status = 'PENDING') <= (pending IS NOT NULL)),
  CHECK ((status = 'BOOKED') <= (appointment_id IS NOT NULL)),
  CHECK ((pending = 'CANCEL') <= (cancellation IS NOT NULL))
);
CREATE UNIQUE INDEX series_occurrences_appointment ON series_occurrences (tenant_id, appointment_id)
  WHERE appointment_id IS NOT NULL;
CREATE INDEX series_occurrences_pending ON series_occurrences (tenant_id, series_id, turn)
  WHERE pending IS NOT NULL;
CALL therapy.isolate('series_occurrences', 'SELECT, INSERT, UPDATE');
