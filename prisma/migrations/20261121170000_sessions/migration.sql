-- Sessions say what was billed, who was there, and which goals were worked on.

CREATE TYPE unit_rule AS ENUM ('PER_SESSION', 'CMS_8_MINUTE', 'MIDPOINT', 'COMPLETED_UNITS');

-- How minutes become billable units; without a rule they are set by hand.
ALTER TABLE services
  ADD COLUMN unit_rule    unit_rule,
  ADD COLUMN unit_minutes integer NOT NULL DEFAULT 15 CHECK (unit_minutes BETWEEN 1 AND 480);

ALTER TABLE sessions
  ADD COLUMN service_id     text,
  ADD COLUMN billable_units integer CHECK (billable_units BETWEEN 0 AND 1440),
  ADD COLUMN units_by_hand  boolean NOT NULL DEFAULT false,
  ADD FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  ADD CHECK (NOT units_by_hand OR billable_units IS NOT NULL);

UPDATE sessions s SET service_id = a.service_id FROM appointments a
  WHERE a.tenant_id = s.tenant_id AND a.id = s.appointment_id AND a.service_id IS NOT NULL;

CREATE TYPE participant_role AS ENUM ('GUARDIAN', 'SUPERVISOR', 'INTERPRETER', 'OTHER');

-- Who was there besides the child and its provider.
CREATE TABLE session_participants (
  tenant_id   text NOT NULL,
  session_id  text NOT NULL,
  position    integer NOT NULL,
  role        participant_role NOT NULL,
  client_id   text,
  provider_id text,
  title       text,
  name        text,
  PRIMARY KEY (tenant_id, session_id, position),
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK (CASE role
    WHEN 'GUARDIAN' THEN client_id IS NOT NULL AND provider_id IS NULL AND title IS NULL AND name IS NULL
    WHEN 'SUPERVISOR' THEN provider_id IS NOT NULL AND client_id IS NULL AND title IS NULL AND name IS NULL
    WHEN 'INTERPRETER' THEN name IS NOT NULL AND client_id IS NULL AND provider_id IS NULL AND title IS NULL
    ELSE name IS NOT NULL AND title IS NOT NULL AND client_id IS NULL AND provider_id IS NULL END)
);
CALL therapy.isolate('session_participants', 'SELECT, INSERT, DELETE');

CREATE TABLE session_goals (
  tenant_id  text NOT NULL,
  session_id text NOT NULL,
  goal_id    text NOT NULL,
  PRIMARY KEY (tenant_id, session_id, goal_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions,
  FOREIGN KEY (tenant_id, goal_id) REFERENCES goals
);
CREATE INDEX session_goals_goal ON session_goals (tenant_id, goal_id);
CALL therapy.isolate('session_goals', 'SELECT, INSERT, DELETE');

-- What took place stands once a note about it is signed. That a session ends later is no change of it, and what
-- is billed for it is the biller's.
CREATE FUNCTION therapy.refuse_if_signed(tenant text, session text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM session_notes WHERE tenant_id = tenant AND session_id = session AND status <> 'DRAFT') THEN
    RAISE EXCEPTION 'session % has a signed note', session USING ERRCODE = 'restrict_violation';
  END IF;
END $$;

CREATE FUNCTION therapy.refuse_signed_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM therapy.refuse_if_signed(OLD.tenant_id, OLD.id);
  RETURN NEW;
END $$;
CREATE TRIGGER signed_session_immutable BEFORE UPDATE ON sessions FOR EACH ROW
  WHEN ((OLD.started_at, OLD.attendance, OLD.provider_id) IS DISTINCT FROM (NEW.started_at, NEW.attendance, NEW.provider_id)
    OR OLD.ended_at IS NOT NULL AND OLD.ended_at IS DISTINCT FROM NEW.ended_at)
  EXECUTE FUNCTION therapy.refuse_signed_session_change();

CREATE FUNCTION therapy.refuse_signed_session_detail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM therapy.refuse_if_signed(OLD.tenant_id, OLD.session_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM therapy.refuse_if_signed(NEW.tenant_id, NEW.session_id); END IF;
  RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER signed_session_immutable BEFORE INSERT OR UPDATE OR DELETE ON session_participants
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_signed_session_detail();
CREATE TRIGGER signed_session_immutable BEFORE INSERT OR UPDATE OR DELETE ON session_goals
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_signed_session_detail();
