-- Locked periods of the books: no visit and no session is recorded, moved or changed on a day that is locked
-- (domain/receivables/period-locks). Days are the centre's.

CREATE OR REPLACE FUNCTION therapy.assert_unlocked(tenant text, VARIADIC instants timestamptz[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  zone    text;
  through date;
BEGIN
  -- Locking a period waits for the writes that are dated, and these wait for the lock.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('period-lock/' || tenant, 0));
  SELECT t.books_locked_through_on, t.default_time_zone INTO through, zone FROM tenants t WHERE t.tenant_id = tenant;
  IF through IS NOT NULL AND EXISTS (SELECT FROM unnest(instants) AS i (at)
      WHERE therapy.local_time(i.at, zone)::date <= through) THEN
    RAISE EXCEPTION 'the books are locked through %: this violates constraint "period_locked"', through
      USING ERRCODE = 'check_violation', CONSTRAINT = 'period_locked';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION therapy.assert_visit_unlocked() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM therapy.assert_unlocked(NEW.tenant_id, NEW.starts_at);
  ELSE
    PERFORM therapy.assert_unlocked(NEW.tenant_id, OLD.starts_at, NEW.starts_at);
  END IF;
  RETURN NULL;
END $$;
-- A booking of a time to come cannot be in a locked period.
CREATE OR REPLACE TRIGGER period_locked_new AFTER INSERT ON appointments
  FOR EACH ROW WHEN (NEW.starts_at < NEW.created_at) EXECUTE FUNCTION therapy.assert_visit_unlocked();
CREATE OR REPLACE TRIGGER period_locked AFTER UPDATE OF status, starts_at ON appointments
  FOR EACH ROW WHEN ((OLD.status, OLD.starts_at) IS DISTINCT FROM (NEW.status, NEW.starts_at)
    AND OLD.status <> 'HELD' AND least(OLD.starts_at, NEW.starts_at) < NEW.updated_at)
  EXECUTE FUNCTION therapy.assert_visit_unlocked();

CREATE OR REPLACE FUNCTION therapy.assert_session_unlocked() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM therapy.assert_unlocked(NEW.tenant_id, NEW.started_at);
  ELSE
    PERFORM therapy.assert_unlocked(NEW.tenant_id, OLD.started_at, NEW.started_at);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER period_locked_new AFTER INSERT ON sessions
  FOR EACH ROW WHEN (NEW.started_at < NEW.created_at) EXECUTE FUNCTION therapy.assert_session_unlocked();
CREATE OR REPLACE TRIGGER period_locked
  AFTER UPDATE OF started_at, ended_at, attendance, billable, billable_units, service_id ON sessions
  FOR EACH ROW WHEN ((OLD.started_at, OLD.ended_at, OLD.attendance, OLD.billable, OLD.billable_units, OLD.service_id)
    IS DISTINCT FROM (NEW.started_at, NEW.ended_at, NEW.attendance, NEW.billable, NEW.billable_units, NEW.service_id))
  EXECUTE FUNCTION therapy.assert_session_unlocked();

CALL therapy.append_only('period_locks');
