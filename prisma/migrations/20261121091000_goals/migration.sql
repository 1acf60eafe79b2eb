-- Goals, what was measured towards them, and the reviews that a trend asks for.

CREATE TABLE goals (
  tenant_id          text NOT NULL REFERENCES tenants,
  id                 text NOT NULL,
  child_id           text NOT NULL,
  area               text NOT NULL,
  title              text NOT NULL,
  description        text,
  unit               text NOT NULL,
  baseline           double precision NOT NULL,
  target             double precision NOT NULL,
  target_date        date,
  consecutive        integer NOT NULL CHECK (consecutive BETWEEN 1 AND 20),
  status             text NOT NULL CHECK (status IN ('ACTIVE', 'ON_HOLD', 'COMPLETED', 'CANCELLED')),
  -- FHIR's codes: http://terminology.hl7.org/CodeSystem/goal-achievement
  achievement_status text NOT NULL CHECK (achievement_status IN ('in-progress', 'improving', 'worsening', 'no-change',
    'achieved', 'sustaining', 'not-achieved', 'no-progress', 'not-attainable')),
  trend              text NOT NULL CHECK (trend IN ('NOT_ENOUGH_DATA', 'IMPROVING', 'REGRESSING', 'PLATEAU', 'INCONCLUSIVE')),
  achieved_at        timestamptz(3),
  last_measured_at   timestamptz(3),
  ended_at           timestamptz(3),
  end_reason         text,
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK (baseline <> target),
  CHECK ((status IN ('COMPLETED', 'CANCELLED')) = (ended_at IS NOT NULL))
);
CREATE INDEX goals_child ON goals (tenant_id, child_id, id);
CALL therapy.isolate('goals', 'SELECT, INSERT, UPDATE');

CREATE TABLE goal_measurements (
  tenant_id   text NOT NULL,
  id          text NOT NULL,
  goal_id     text NOT NULL,
  session_id  text,
  measured_at timestamptz(3) NOT NULL,
  value       double precision NOT NULL,
  trials      integer CHECK (trials > 0),
  comment     text,
  recorded_by text NOT NULL,
  late        boolean NOT NULL,
  voided_at   timestamptz(3),
  void_reason text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, goal_id) REFERENCES goals,
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions
);
-- A goal has one value at a time.
CREATE UNIQUE INDEX goal_measurements_once ON goal_measurements (tenant_id, goal_id, measured_at) WHERE voided_at IS NULL;
CALL therapy.isolate('goal_measurements', 'SELECT, INSERT, UPDATE');

-- What a therapist is to answer for: a goal that regresses or stands still.
CREATE TABLE goal_reviews (
  tenant_id       text NOT NULL,
  id              text NOT NULL,
  goal_id         text NOT NULL,
  reason          text NOT NULL CHECK (reason IN ('REGRESSING', 'PLATEAU')),
  status          text NOT NULL CHECK (status IN ('OPEN', 'ACKNOWLEDGED', 'RESOLVED')),
  response        text,
  acknowledged_by text,
  acknowledged_at timestamptz(3),
  resolved_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, goal_id) REFERENCES goals,
  CHECK ((status = 'RESOLVED') = (resolved_at IS NOT NULL))
);
CREATE UNIQUE INDEX goal_reviews_live ON goal_reviews (tenant_id, goal_id) WHERE status <> 'RESOLVED';
CALL therapy.isolate('goal_reviews', 'SELECT, INSERT, UPDATE');
