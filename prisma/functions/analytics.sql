-- Analytics (docs/decisions/0168): a change of what is counted is noted in its transaction, by where it was counted and where
-- it will be. A job computes these days anew. An INSERT into a table of its own waits for no other transaction.

CREATE OR REPLACE FUNCTION therapy.note_appointment() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at)
    VALUES (OLD.tenant_id, 'appointments', OLD.id, OLD.location_id, OLD.starts_at);
    IF TG_OP = 'DELETE' OR (NEW.location_id = OLD.location_id AND NEW.starts_at = OLD.starts_at) THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO public.analytics_changes (tenant_id, source, record_id, location_id, counted_at)
  VALUES (NEW.tenant_id, 'appointments', NEW.id, NEW.location_id, NEW.starts_at);
  RETURN NULL;
END $$;

-- A hold is counted once it is an appointment.
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

-- Of what is found by its record: the job looks up where that is counted. The arguments are its table and the column that
-- names it.
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
-- What is grouped by a child's program, or by who pays for it.
CREATE OR REPLACE TRIGGER noted AFTER UPDATE OF funding_program, location_id ON children FOR EACH ROW
  WHEN ((NEW.funding_program, NEW.location_id) IS DISTINCT FROM (OLD.funding_program, OLD.location_id))
  EXECUTE FUNCTION therapy.note_record('children', 'id');
CREATE OR REPLACE TRIGGER noted AFTER INSERT ON treatment_cycles FOR EACH ROW
  EXECUTE FUNCTION therapy.note_record('children', 'child_id');
CREATE OR REPLACE TRIGGER noted_when_changed
  AFTER UPDATE OF payer, starts_on, ends_on, service_id, provider_id, child_id ON treatment_cycles FOR EACH ROW
  WHEN ((NEW.payer, NEW.starts_on, NEW.ends_on, NEW.service_id, NEW.provider_id, NEW.child_id) IS DISTINCT FROM
        (OLD.payer, OLD.starts_on, OLD.ends_on, OLD.service_id, OLD.provider_id, OLD.child_id))
  EXECUTE FUNCTION therapy.note_record('children', 'child_id');
CREATE OR REPLACE TRIGGER noted_when_removed AFTER DELETE ON treatment_cycles FOR EACH ROW
  WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.note_record('children', 'child_id');
-- Its days are others then.
CREATE OR REPLACE TRIGGER noted AFTER UPDATE OF time_zone ON locations FOR EACH ROW
  WHEN (NEW.time_zone <> OLD.time_zone) EXECUTE FUNCTION therapy.note_record('locations', 'id');
