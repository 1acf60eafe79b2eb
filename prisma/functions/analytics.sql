-- Analytics (docs/decisions/0168): when a counted record changes, its old and new days are noted in the same
-- transaction, and a job recomputes these days. An INSERT into a separate table never waits for another
-- transaction.

-- Sessions, orders, payments and refunds count at the location of their appointment; a session without an
-- appointment counts at the child's location. The old location is known only during the change, so it is noted
-- then. The functions run as therapy_care, because a bound caller may not see the appointment.
CREATE OR REPLACE FUNCTION therapy.location_of_appointment(tenant text, appointment text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT coalesce((SELECT a.location_id FROM public.appointments a WHERE a.tenant_id = tenant AND a.id = appointment), '')
$$;
CREATE OR REPLACE FUNCTION therapy.location_of_session(tenant text, appointment text, child text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT coalesce((SELECT a.location_id FROM public.appointments a WHERE a.tenant_id = tenant AND a.id = appointment),
    (SELECT k.location_id FROM public.children k WHERE k.tenant_id = tenant AND k.id = child), '')
$$;

-- The sessions and money of an appointment, the money of an order, and a child's sessions without an
-- appointment.
CREATE OR REPLACE FUNCTION therapy.money_of_order(tenant text, of_order text)
RETURNS TABLE (record_id text, counted_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT o.id, o.created_at FROM public.orders o WHERE o.tenant_id = tenant AND o.id = of_order
  UNION ALL
  SELECT p.id, p.settled_at FROM public.payments p
  WHERE p.tenant_id = tenant AND p.order_id = of_order AND p.status = 'SUCCEEDED'
  UNION ALL
  SELECT r.id, r.settled_at FROM public.payments p
  JOIN public.refunds r ON r.tenant_id = tenant AND r.payment_id = p.id AND r.status = 'SUCCEEDED'
  WHERE p.tenant_id = tenant AND p.order_id = of_order
$$;
CREATE OR REPLACE FUNCTION therapy.counted_with_appointment(tenant text, appointment text)
RETURNS TABLE (source text, record_id text, counted_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT 'sessions', s.id, s.started_at FROM public.sessions s WHERE s.tenant_id = tenant AND s.appointment_id = appointment
  UNION ALL
  SELECT 'money', m.record_id, m.counted_at
  FROM public.orders o CROSS JOIN LATERAL therapy.money_of_order(tenant, o.id) m
  WHERE o.tenant_id = tenant AND o.appointment_id = appointment
$$;
CREATE OR REPLACE FUNCTION therapy.sessions_by_child(tenant text, child text)
RETURNS TABLE (record_id text, counted_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.id, s.started_at FROM public.sessions s
  WHERE s.tenant_id = tenant AND s.child_id = child AND s.appointment_id IS NULL
$$;
CREATE OR REPLACE FUNCTION therapy.location_of_payment(tenant text, of_order text, of_payment text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT therapy.location_of_appointment(tenant, (SELECT o.appointment_id FROM public.orders o
    WHERE o.tenant_id = tenant AND o.id = coalesce(of_order,
      (SELECT p.order_id FROM public.payments p WHERE p.tenant_id = tenant AND p.id = of_payment))))
$$;

CREATE OR REPLACE FUNCTION therapy.note_appointment() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at, child_id)
    VALUES (OLD.tenant_id, 'appointments', OLD.id, OLD.location_id, OLD.starts_at, OLD.child_id);
    IF TG_OP = 'DELETE' THEN RETURN NULL; END IF;
    IF NEW.location_id <> OLD.location_id THEN
      INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at)
      SELECT OLD.tenant_id, c.source, c.record_id, place, c.counted_at
      FROM therapy.counted_with_appointment(OLD.tenant_id, OLD.id) c
      CROSS JOIN unnest(ARRAY[OLD.location_id, NEW.location_id]) AS place;
    ELSIF NEW.starts_at = OLD.starts_at AND NEW.child_id IS NOT DISTINCT FROM OLD.child_id THEN
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at, child_id)
  VALUES (NEW.tenant_id, 'appointments', NEW.id, NEW.location_id, NEW.starts_at, NEW.child_id);
  RETURN NULL;
END $$;

-- A hold is counted once it becomes an appointment.
CREATE OR REPLACE TRIGGER noted_when_added AFTER INSERT ON appointments FOR EACH ROW
  WHEN (NEW.status <> 'HELD') EXECUTE FUNCTION therapy.note_appointment();
CREATE OR REPLACE TRIGGER noted_when_changed
  AFTER UPDATE OF status, starts_at, ends_at, location_id, provider_id, service_id, type, child_id, cancellation, absent_party
  ON appointments FOR EACH ROW
  WHEN ((NEW.status, NEW.starts_at, NEW.ends_at, NEW.location_id, NEW.provider_id, NEW.service_id, NEW.type, NEW.child_id,
         NEW.cancellation, NEW.absent_party) IS DISTINCT FROM
        (OLD.status, OLD.starts_at, OLD.ends_at, OLD.location_id, OLD.provider_id, OLD.service_id, OLD.type, OLD.child_id,
         OLD.cancellation, OLD.absent_party))
  EXECUTE FUNCTION therapy.note_appointment();
CREATE OR REPLACE TRIGGER noted_when_removed AFTER DELETE ON appointments FOR EACH ROW
  WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.note_appointment();

CREATE OR REPLACE FUNCTION therapy.note_session() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at)
    VALUES (OLD.tenant_id, 'sessions', OLD.id,
      therapy.location_of_session(OLD.tenant_id, OLD.appointment_id, OLD.child_id), OLD.started_at);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND (NEW.started_at, NEW.appointment_id, NEW.child_id) IS DISTINCT FROM
      (OLD.started_at, OLD.appointment_id, OLD.child_id) THEN
    INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at)
    VALUES (NEW.tenant_id, 'sessions', NEW.id,
      therapy.location_of_session(NEW.tenant_id, NEW.appointment_id, NEW.child_id), NEW.started_at);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER noted AFTER INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION therapy.note_session();
CREATE OR REPLACE TRIGGER noted_when_changed
  AFTER UPDATE OF started_at, ended_at, appointment_id, child_id, provider_id, service_id, attendance, billable, billable_units
  ON sessions FOR EACH ROW
  WHEN ((NEW.started_at, NEW.ended_at, NEW.appointment_id, NEW.child_id, NEW.provider_id, NEW.service_id, NEW.attendance,
         NEW.billable, NEW.billable_units) IS DISTINCT FROM
        (OLD.started_at, OLD.ended_at, OLD.appointment_id, OLD.child_id, OLD.provider_id, OLD.service_id, OLD.attendance,
         OLD.billable, OLD.billable_units))
  EXECUTE FUNCTION therapy.note_session();
CREATE OR REPLACE TRIGGER noted_when_removed AFTER DELETE ON sessions FOR EACH ROW
  WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.note_session();

-- An order, together with its payments and refunds, which are grouped by the order.
CREATE OR REPLACE FUNCTION therapy.note_order() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  noted record;
BEGIN
  FOR noted IN
    SELECT OLD.tenant_id, OLD.id, OLD.appointment_id, OLD.created_at WHERE TG_OP <> 'INSERT'
    UNION
    SELECT NEW.tenant_id, NEW.id, NEW.appointment_id, NEW.created_at WHERE TG_OP <> 'DELETE'
  LOOP
    INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at)
    SELECT noted.tenant_id, 'money', noted.id, therapy.location_of_appointment(noted.tenant_id, noted.appointment_id), m.counted_at
    FROM (
      SELECT noted.created_at AS counted_at
      UNION
      SELECT c.counted_at FROM therapy.money_of_order(noted.tenant_id, noted.id) c WHERE TG_OP = 'UPDATE'
    ) m;
  END LOOP;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER noted AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION therapy.note_order();
CREATE OR REPLACE TRIGGER noted_when_changed
  AFTER UPDATE OF status, amount_minor, tax_minor, captured_minor, currency, payer_id, child_id, appointment_id ON orders
  FOR EACH ROW
  WHEN ((NEW.status = 'CANCELLED' AND NEW.captured_minor <> OLD.captured_minor) OR (NEW.status, NEW.amount_minor, NEW.tax_minor, NEW.currency, NEW.payer_id, NEW.child_id, NEW.appointment_id)
    IS DISTINCT FROM
    (OLD.status, OLD.amount_minor, OLD.tax_minor, OLD.currency, OLD.payer_id, OLD.child_id, OLD.appointment_id))
  EXECUTE FUNCTION therapy.note_order();
CREATE OR REPLACE TRIGGER noted_when_removed AFTER DELETE ON orders FOR EACH ROW
  WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.note_order();

CREATE OR REPLACE FUNCTION therapy.note_payment() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_record jsonb := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at)
  SELECT of_record ->> 'tenant_id', 'money', of_record ->> 'id',
    therapy.location_of_payment(of_record ->> 'tenant_id', of_record ->> 'order_id', of_record ->> 'payment_id'), m.counted_at
  FROM (SELECT OLD.settled_at AS counted_at WHERE TG_OP <> 'INSERT' UNION SELECT NEW.settled_at WHERE TG_OP <> 'DELETE') m
  WHERE m.counted_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER noted AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.status = 'SUCCEEDED') EXECUTE FUNCTION therapy.note_payment();
CREATE OR REPLACE TRIGGER noted_when_changed AFTER UPDATE OF status, amount_minor, settled_at ON payments FOR EACH ROW
  WHEN ((NEW.status, NEW.amount_minor, NEW.settled_at) IS DISTINCT FROM (OLD.status, OLD.amount_minor, OLD.settled_at)
    AND 'SUCCEEDED' IN (NEW.status, OLD.status))
  EXECUTE FUNCTION therapy.note_payment();
CREATE OR REPLACE TRIGGER noted_when_removed AFTER DELETE ON payments FOR EACH ROW
  WHEN (current_user <> 'therapy_closer' AND OLD.status = 'SUCCEEDED') EXECUTE FUNCTION therapy.note_payment();
CREATE OR REPLACE TRIGGER noted AFTER INSERT ON refunds FOR EACH ROW
  WHEN (NEW.status = 'SUCCEEDED') EXECUTE FUNCTION therapy.note_payment();
CREATE OR REPLACE TRIGGER noted_when_changed AFTER UPDATE OF status, amount_minor, settled_at ON refunds FOR EACH ROW
  WHEN ((NEW.status, NEW.amount_minor, NEW.settled_at) IS DISTINCT FROM (OLD.status, OLD.amount_minor, OLD.settled_at)
    AND 'SUCCEEDED' IN (NEW.status, OLD.status))
  EXECUTE FUNCTION therapy.note_payment();
CREATE OR REPLACE TRIGGER noted_when_removed AFTER DELETE ON refunds FOR EACH ROW
  WHEN (current_user <> 'therapy_closer' AND OLD.status = 'SUCCEEDED') EXECUTE FUNCTION therapy.note_payment();

-- Notes a record whose location the job looks up. The arguments are the table and the column that contains the
-- id.
CREATE OR REPLACE FUNCTION therapy.note_record() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  noted jsonb := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  INSERT INTO public.analytics_changes (tenant_id, source, record_id)
  VALUES (noted ->> 'tenant_id', TG_ARGV[0], noted ->> TG_ARGV[1]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER noted AFTER INSERT ON appointment_changes FOR EACH ROW
  WHEN (NEW.kind = 'reschedule') EXECUTE FUNCTION therapy.note_record('appointments', 'appointment_id');
CREATE OR REPLACE TRIGGER noted_when_removed AFTER DELETE ON appointment_changes FOR EACH ROW
  WHEN (OLD.kind = 'reschedule' AND current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.note_record('appointments', 'appointment_id');
-- When notes are signed.
CREATE OR REPLACE TRIGGER noted AFTER INSERT ON session_notes FOR EACH ROW
  WHEN (NEW.signed_at IS NOT NULL) EXECUTE FUNCTION therapy.note_record('sessions', 'session_id');
CREATE OR REPLACE TRIGGER noted_when_changed AFTER UPDATE OF signed_at, session_id ON session_notes FOR EACH ROW
  WHEN ((NEW.signed_at, NEW.session_id) IS DISTINCT FROM (OLD.signed_at, OLD.session_id))
  EXECUTE FUNCTION therapy.note_record('sessions', 'session_id');
CREATE OR REPLACE TRIGGER noted_when_removed AFTER DELETE ON session_notes FOR EACH ROW
  WHEN (OLD.signed_at IS NOT NULL AND current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.note_record('sessions', 'session_id');
-- Figures are grouped by the child's program or payer. A child is restricted when its erasure starts: from then
-- on, figures contain none of its records' texts.
CREATE OR REPLACE TRIGGER noted AFTER UPDATE OF funding_program, location_id, restricted_at ON children FOR EACH ROW
  WHEN ((NEW.funding_program, NEW.location_id, NEW.restricted_at) IS DISTINCT FROM
        (OLD.funding_program, OLD.location_id, OLD.restricted_at))
  EXECUTE FUNCTION therapy.note_record('children', 'id');
-- Sessions without an appointment count at the child's location.
CREATE OR REPLACE FUNCTION therapy.note_moved_child() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at)
  SELECT OLD.tenant_id, 'sessions', c.record_id, coalesce(place, ''), c.counted_at
  FROM therapy.sessions_by_child(OLD.tenant_id, OLD.id) c
  CROSS JOIN unnest(ARRAY[OLD.location_id, NEW.location_id]) AS place;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER noted_when_moved AFTER UPDATE OF location_id ON children FOR EACH ROW
  WHEN (NEW.location_id IS DISTINCT FROM OLD.location_id) EXECUTE FUNCTION therapy.note_moved_child();
CREATE OR REPLACE TRIGGER noted AFTER INSERT ON treatment_cycles FOR EACH ROW
  EXECUTE FUNCTION therapy.note_record('children', 'child_id');
CREATE OR REPLACE TRIGGER noted_when_changed
  AFTER UPDATE OF payer, payer_id, starts_on, ends_on, service_id, provider_id, child_id ON treatment_cycles FOR EACH ROW
  WHEN ((NEW.payer, NEW.payer_id, NEW.starts_on, NEW.ends_on, NEW.service_id, NEW.provider_id, NEW.child_id) IS DISTINCT FROM
        (OLD.payer, OLD.payer_id, OLD.starts_on, OLD.ends_on, OLD.service_id, OLD.provider_id, OLD.child_id))
  EXECUTE FUNCTION therapy.note_record('children', 'child_id');
CREATE OR REPLACE TRIGGER noted_when_removed AFTER DELETE ON treatment_cycles FOR EACH ROW
  WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.note_record('children', 'child_id');
-- The days of their records change.
CREATE OR REPLACE TRIGGER noted AFTER UPDATE OF time_zone ON locations FOR EACH ROW
  WHEN (NEW.time_zone <> OLD.time_zone) EXECUTE FUNCTION therapy.note_record('locations', 'id');
CREATE OR REPLACE FUNCTION therapy.note_centre() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO public.analytics_changes (tenant_id, source, record_id) VALUES (NEW.tenant_id, 'locations', '');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER noted AFTER UPDATE OF default_time_zone ON tenants FOR EACH ROW
  WHEN (NEW.default_time_zone <> OLD.default_time_zone) EXECUTE FUNCTION therapy.note_centre();

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.location_of_appointment(text, text) OWNER TO therapy_care;
ALTER FUNCTION therapy.location_of_session(text, text, text) OWNER TO therapy_care;
ALTER FUNCTION therapy.location_of_payment(text, text, text) OWNER TO therapy_care;
ALTER FUNCTION therapy.money_of_order(text, text) OWNER TO therapy_care;
ALTER FUNCTION therapy.counted_with_appointment(text, text) OWNER TO therapy_care;
ALTER FUNCTION therapy.sessions_by_child(text, text) OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.location_of_appointment(text, text), therapy.location_of_session(text, text, text),
  therapy.location_of_payment(text, text, text), therapy.money_of_order(text, text), therapy.counted_with_appointment(text, text),
  therapy.sessions_by_child(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.location_of_appointment(text, text), therapy.location_of_session(text, text, text),
  therapy.location_of_payment(text, text, text), therapy.money_of_order(text, text), therapy.counted_with_appointment(text, text),
  therapy.sessions_by_child(text, text) TO therapy_app, therapy_caseload, therapy_eraser;
