-- Scheduling: when providers work, when locations are open, what a service asks for, and holds.
-- What is not configured is not restricted (docs/decisions/0021).

-- Weekly windows: [{"weekday": "MONDAY", "from": "08:00", "until": "18:00"}]; null is always open.
ALTER TABLE locations ADD COLUMN hours jsonb;

-- Overrides by provider and prices by location are members of the service: a booking reads them with the
-- row that it reads anyway. Their ids are checked when they are written.
ALTER TABLE services
  ADD COLUMN start_every_minutes integer CHECK (start_every_minutes IN (5, 10, 15, 20, 30, 60)),
  ADD COLUMN horizon_days integer CHECK (horizon_days BETWEEN 1 AND 730),
  ADD COLUMN daily_cap integer CHECK (daily_cap BETWEEN 1 AND 100),
  ADD COLUMN room_required boolean NOT NULL DEFAULT false,
  ADD COLUMN equipment text[] NOT NULL DEFAULT '{}',
  ADD COLUMN provider_ids text[] NOT NULL DEFAULT '{}',
  ADD COLUMN provider_overrides jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN location_prices jsonb NOT NULL DEFAULT '{}';

CREATE TABLE schedules (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text NOT NULL,
  location_id text NOT NULL,
  zone        text NOT NULL,
  windows     jsonb NOT NULL,
  valid_from  date,
  valid_until date,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK (valid_from <= valid_until)
);
CREATE INDEX schedules_provider ON schedules (tenant_id, provider_id) WHERE archived_at IS NULL;
CALL therapy.isolate('schedules', 'SELECT, INSERT, UPDATE');

CREATE TABLE schedule_exceptions (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text NOT NULL,
  -- Null: at all locations of the provider.
  location_id text,
  kind        text NOT NULL CHECK (kind IN ('CLOSED', 'EXTRA')),
  date        date NOT NULL,
  zone        text NOT NULL,
  windows     jsonb NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK ((kind = 'CLOSED') = (windows = '[]'))
);
CREATE INDEX schedule_exceptions_provider ON schedule_exceptions (tenant_id, provider_id, date)
  WHERE archived_at IS NULL;
CALL therapy.isolate('schedule_exceptions', 'SELECT, INSERT, UPDATE');

CREATE TABLE closures (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  -- Null: every location, each by its own calendar.
  location_id text,
  name        text NOT NULL,
  first_date  date NOT NULL,
  last_date   date NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK (first_date <= last_date)
);
CREATE INDEX closures_last_date ON closures (tenant_id, last_date) WHERE archived_at IS NULL;
CALL therapy.isolate('closures', 'SELECT, INSERT, UPDATE');

CREATE TABLE time_off (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text NOT NULL,
  status      text NOT NULL CHECK (status IN ('REQUESTED', 'APPROVED', 'DECLINED', 'CANCELLED')),
  starts_at   timestamptz(3) NOT NULL,
  ends_at     timestamptz(3) NOT NULL,
  reason      text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK (starts_at < ends_at)
);
-- By the end: what is over is not looked at again.
CREATE INDEX time_off_provider ON time_off (tenant_id, provider_id, ends_at);
CALL therapy.isolate('time_off', 'SELECT, INSERT, UPDATE');

-- A booking reads what it needs with rows that it reads anyway, so the hours of a provider stand on its row too,
-- and the closures of the centre on the centre's: four tables less in the hottest statement. What is long over
-- is left out. The row is locked first, so that of two writers the second sees what the first wrote.
ALTER TABLE providers ADD COLUMN calendar jsonb;
ALTER TABLE tenants ADD COLUMN closures jsonb;

CREATE FUNCTION therapy.refresh_calendar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM providers WHERE tenant_id = NEW.tenant_id AND id = NEW.provider_id FOR NO KEY UPDATE;
  UPDATE providers SET calendar = (
    SELECT jsonb_agg(jsonb_build_object('kind', kind, 'locationId', location_id, 'facts', facts))
    FROM (
      SELECT 'schedule' AS kind, location_id, jsonb_build_object('zone', zone, 'windows', windows,
               'validFrom', valid_from, 'validUntil', valid_until) AS facts
      FROM schedules WHERE tenant_id = NEW.tenant_id AND provider_id = NEW.provider_id AND archived_at IS NULL
      UNION ALL
      SELECT 'exception', location_id, jsonb_build_object('kind', kind, 'date', date, 'zone', zone, 'windows', windows)
      FROM schedule_exceptions
      WHERE tenant_id = NEW.tenant_id AND provider_id = NEW.provider_id AND archived_at IS NULL
        AND date > current_date - 400
      UNION ALL
      SELECT 'time_off', NULL, jsonb_build_object('from', (extract(epoch FROM starts_at) * 1000)::bigint,
               'until', (extract(epoch FROM ends_at) * 1000)::bigint)
      FROM time_off
      WHERE tenant_id = NEW.tenant_id AND provider_id = NEW.provider_id AND status = 'APPROVED'
        AND ends_at > now() - interval '400 days'
    ) rows)
  WHERE tenant_id = NEW.tenant_id AND id = NEW.provider_id;
  RETURN NULL;
END $$;
CREATE TRIGGER calendar AFTER INSERT OR UPDATE ON schedules FOR EACH ROW EXECUTE FUNCTION therapy.refresh_calendar();
CREATE TRIGGER calendar AFTER INSERT OR UPDATE ON schedule_exceptions
  FOR EACH ROW EXECUTE FUNCTION therapy.refresh_calendar();
CREATE TRIGGER calendar AFTER INSERT OR UPDATE ON time_off FOR EACH ROW EXECUTE FUNCTION therapy.refresh_calendar();

CREATE FUNCTION therapy.refresh_closures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM tenants WHERE tenant_id = NEW.tenant_id FOR NO KEY UPDATE;
  UPDATE tenants SET closures = (
    SELECT jsonb_agg(jsonb_build_object('locationId', location_id, 'firstDate', first_date, 'lastDate', last_date))
    FROM closures
    WHERE tenant_id = NEW.tenant_id AND archived_at IS NULL AND last_date > current_date - 400)
  WHERE tenant_id = NEW.tenant_id;
  RETURN NULL;
END $$;
CREATE TRIGGER closures AFTER INSERT OR UPDATE ON closures FOR EACH ROW EXECUTE FUNCTION therapy.refresh_closures();

-- A hold is an appointment that is HELD, so that it takes part in the same exclusion constraints (decision 0022).
-- `override` says which rules somebody with the right to do so set aside, and why.
ALTER TABLE appointments
  ADD COLUMN held_until timestamptz(3),
  ADD COLUMN override jsonb;
CREATE INDEX appointments_held ON appointments (tenant_id, held_until) WHERE status = 'HELD';
