-- Early intervention: programmes with clocks, what guardians say along the way, and the calendar of working days.

-- Clocks that a centre defined. Never changed: another set is made, and programmes are moved to it.
CREATE TABLE clock_sets (
  tenant_id  text NOT NULL REFERENCES tenants,
  id         text NOT NULL,
  name       text NOT NULL,
  clocks     jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('clock_sets', 'SELECT, INSERT');

CREATE TYPE clock_moving AS ENUM ('RUNNING', 'DONE', 'SUPERSEDED');

-- The newest is the calendar of the centre. How far programmes were moved to it stands beside it.
CREATE TABLE holiday_calendars (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  holidays    jsonb NOT NULL,
  moving      clock_moving NOT NULL,
  cursor_id   text NOT NULL DEFAULT '',
  programmes  integer NOT NULL DEFAULT 0,
  moved       integer NOT NULL DEFAULT 0,
  finished_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((moving = 'RUNNING') = (finished_at IS NULL))
);
CALL therapy.isolate('holiday_calendars', 'SELECT, INSERT, UPDATE');

CREATE TYPE programme_status AS ENUM ('ACTIVE', 'CLOSED');

-- Milestones and documented delays are few, and always read together with the programme.
CREATE TABLE early_intervention_programmes (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  child_id            text NOT NULL,
  coordinator_id      text,
  clock_set_id        text,
  status              programme_status NOT NULL,
  referred_on         date NOT NULL,
  milestones          jsonb NOT NULL,
  delays              jsonb NOT NULL,
  check_in_every_days integer NOT NULL CHECK (check_in_every_days BETWEEN 7 AND 366),
  close_reason        text,
  closed_on           date,
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, coordinator_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, clock_set_id) REFERENCES clock_sets,
  CHECK ((status = 'CLOSED') = (closed_on IS NOT NULL))
);
CREATE UNIQUE INDEX early_intervention_programmes_one_at_a_time
  ON early_intervention_programmes (tenant_id, child_id) WHERE status = 'ACTIVE';
CREATE INDEX early_intervention_programmes_child ON early_intervention_programmes (tenant_id, child_id);
CREATE INDEX early_intervention_programmes_coordinator
  ON early_intervention_programmes (tenant_id, coordinator_id);
CREATE INDEX early_intervention_programmes_clock_set ON early_intervention_programmes (tenant_id, clock_set_id);
CALL therapy.isolate('early_intervention_programmes', 'SELECT, INSERT, UPDATE');

-- What the clocks of running programmes say: derived from the programme, the child's birth date and the calendar,
-- and written whenever one of these changes, so that the dashboard reads an index.
CREATE TABLE programme_deadlines (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  programme_id text NOT NULL,
  clock        text NOT NULL,
  due_on       date NOT NULL,
  warn_on      date NOT NULL,
  paused       boolean NOT NULL,
  delayed_days integer NOT NULL,
  counted_from date NOT NULL,
  awaits       text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, programme_id, clock),
  FOREIGN KEY (tenant_id, programme_id) REFERENCES early_intervention_programmes
);
CREATE INDEX programme_deadlines_due ON programme_deadlines (tenant_id, due_on, id);
CALL therapy.isolate('programme_deadlines', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TYPE check_in_mood AS ENUM ('GOOD', 'MIXED', 'WORRIED');

-- What guardians answered between two deadlines.
CREATE TABLE check_ins (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  programme_id      text NOT NULL,
  client_id         text NOT NULL,
  mood              check_in_mood NOT NULL,
  services_received boolean NOT NULL,
  call_wanted       boolean NOT NULL,
  comment           text,
  worrying          boolean NOT NULL,
  acknowledged_at   timestamptz(3),
  acknowledged_by   text,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, programme_id) REFERENCES early_intervention_programmes,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))
);
CREATE INDEX check_ins_programme ON check_ins (tenant_id, programme_id);
CREATE INDEX check_ins_client ON check_ins (tenant_id, client_id);
CALL therapy.isolate('check_ins', 'SELECT, INSERT, UPDATE');
