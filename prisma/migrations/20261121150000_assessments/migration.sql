-- Assessments: instruments that centres define, when children are due, and what came of it.

CREATE TABLE assessment_instruments (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  -- The newest, which new results are scored with.
  edition     integer NOT NULL CHECK (edition > 0),
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('assessment_instruments', 'SELECT, INSERT, UPDATE');

-- Never changed: results keep what they were scored with.
CREATE TABLE instrument_editions (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  instrument_id text NOT NULL,
  edition       integer NOT NULL CHECK (edition > 0),
  definition    jsonb NOT NULL,
  published_by  text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, instrument_id, edition),
  FOREIGN KEY (tenant_id, instrument_id) REFERENCES assessment_instruments
);
CALL therapy.isolate('instrument_editions', 'SELECT, INSERT');

CREATE TYPE assessment_timing AS ENUM ('ONCE', 'EVERY', 'AT_AGE');

CREATE TABLE assessment_schedules (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  child_id      text NOT NULL,
  instrument_id text NOT NULL,
  provider_id   text,
  location_id   text,
  timing        assessment_timing NOT NULL,
  starts_on     date,
  months        integer CHECK (months BETWEEN 1 AND 264),
  grace_days    integer NOT NULL CHECK (grace_days BETWEEN 1 AND 366),
  ended_at      timestamptz(3),
  end_reason    text,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, instrument_id) REFERENCES assessment_instruments,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK ((timing = 'AT_AGE') = (starts_on IS NULL)),
  CHECK ((timing = 'ONCE') = (months IS NULL))
);
-- The same is asked for once: on one date, at one age, or from time to time.
CREATE UNIQUE INDEX assessment_schedules_once ON assessment_schedules (tenant_id, child_id, instrument_id, timing,
  (CASE timing WHEN 'ONCE' THEN starts_on END), (CASE timing WHEN 'AT_AGE' THEN months END))
  NULLS NOT DISTINCT WHERE ended_at IS NULL;
CREATE INDEX assessment_schedules_child ON assessment_schedules (tenant_id, child_id);
CREATE INDEX assessment_schedules_instrument ON assessment_schedules (tenant_id, instrument_id);
CREATE INDEX assessment_schedules_provider ON assessment_schedules (tenant_id, provider_id);
CALL therapy.isolate('assessment_schedules', 'SELECT, INSERT, UPDATE');

CREATE TYPE assessment_status AS ENUM ('SCHEDULED', 'DUE', 'OVERDUE', 'COMPLETED', 'WAIVED');

CREATE TABLE assessments (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  child_id         text NOT NULL,
  instrument_id    text NOT NULL,
  schedule_id      text,
  due_on           date NOT NULL,
  status           assessment_status NOT NULL,
  administered_on  date,
  administered_by  text,
  edition_id       text,
  age_months       integer,
  items            jsonb,
  scores           jsonb,
  comment          text,
  waive_reason     text,
  closed_by        text,
  closed_at        timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, instrument_id) REFERENCES assessment_instruments,
  FOREIGN KEY (tenant_id, schedule_id) REFERENCES assessment_schedules,
  FOREIGN KEY (tenant_id, administered_by) REFERENCES providers,
  FOREIGN KEY (tenant_id, edition_id) REFERENCES instrument_editions,
  CHECK ((status IN ('COMPLETED', 'WAIVED')) = (closed_at IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (administered_on IS NOT NULL AND edition_id IS NOT NULL AND scores IS NOT NULL)),
  CHECK ((status = 'WAIVED') = (waive_reason IS NOT NULL))
);
CREATE UNIQUE INDEX assessments_open ON assessments (tenant_id, schedule_id)
  WHERE status IN ('SCHEDULED', 'DUE', 'OVERDUE');
CREATE INDEX assessments_due ON assessments (tenant_id, due_on, id);
CREATE INDEX assessments_child ON assessments (tenant_id, child_id, instrument_id, administered_on);
CREATE INDEX assessments_schedule ON assessments (tenant_id, schedule_id);
CALL therapy.isolate('assessments', 'SELECT, INSERT, UPDATE');
