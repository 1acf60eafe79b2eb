-- The waitlist: who waits for what, the slots that became free, and who was offered them.

CREATE TABLE waitlist_entries (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  child_id      text NOT NULL,
  type          appointment_type NOT NULL,
  service_ids   text[] NOT NULL CHECK (cardinality(service_ids) > 0),
  -- Empty lists and nulls wish for nothing in particular.
  provider_ids  text[] NOT NULL,
  location_ids  text[] NOT NULL,
  weekdays      text[] NOT NULL,
  times         jsonb NOT NULL,
  earliest_date date,
  latest_date   date CHECK (latest_date >= earliest_date),
  priority      integer NOT NULL CHECK (priority BETWEEN 0 AND 9),
  status        text NOT NULL CHECK (status IN ('WAITING', 'OFFERED', 'BOOKED', 'CANCELLED')),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children
);
CREATE INDEX waitlist_entries_child ON waitlist_entries (tenant_id, child_id);
CREATE INDEX waitlist_entries_waiting ON waitlist_entries (tenant_id, priority DESC, id) WHERE status = 'WAITING';
CALL therapy.isolate('waitlist_entries', 'SELECT, INSERT, UPDATE');

CREATE TABLE freed_slots (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  -- What took it before. That may stand elsewhere by now, so the slot is here.
  appointment_id text NOT NULL,
  provider_id    text NOT NULL,
  location_id    text NOT NULL,
  service_id     text,
  starts_at      timestamptz(3) NOT NULL,
  zone           text NOT NULL,
  status         text NOT NULL CHECK (status IN ('OPEN', 'BOOKED', 'CLOSED')),
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services
);
CALL therapy.isolate('freed_slots', 'SELECT, INSERT, UPDATE');

CREATE TABLE waitlist_offers (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  entry_id       text NOT NULL,
  freed_slot_id  text NOT NULL,
  -- The hold, and the appointment that it becomes.
  appointment_id text NOT NULL,
  status         text NOT NULL CHECK (status IN ('OFFERED', 'BOOKED', 'DECLINED', 'EXPIRED', 'WITHDRAWN')),
  expires_at     timestamptz(3) NOT NULL,
  decided_at     timestamptz(3) CHECK ((decided_at IS NULL) = (status = 'OFFERED')),
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES waitlist_entries,
  FOREIGN KEY (tenant_id, freed_slot_id) REFERENCES freed_slots,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments
);
-- Exclusive: of a slot there is one offer at a time, and an entry has one.
CREATE UNIQUE INDEX waitlist_offers_slot_open ON waitlist_offers (tenant_id, freed_slot_id) WHERE status = 'OFFERED';
CREATE UNIQUE INDEX waitlist_offers_entry_open ON waitlist_offers (tenant_id, entry_id) WHERE status = 'OFFERED';
CREATE UNIQUE INDEX waitlist_offers_slot_entry ON waitlist_offers (tenant_id, freed_slot_id, entry_id);
CREATE UNIQUE INDEX waitlist_offers_appointment ON waitlist_offers (tenant_id, appointment_id);
CREATE INDEX waitlist_offers_entry ON waitlist_offers (tenant_id, entry_id);
CALL therapy.isolate('waitlist_offers', 'SELECT, INSERT, UPDATE');
