-- Seats are numbered from 1. A taken seat's number is unique and within the group's capacity, and no seat is
-- taken in a cancelled group. The WHEN clause exempts ordinary appointments.
CREATE OR REPLACE FUNCTION therapy.assert_seat() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE places integer;
BEGIN
  SELECT capacity INTO places FROM appointments
  WHERE tenant_id = NEW.tenant_id AND id = NEW.group_id AND status = 'CONFIRMED' FOR SHARE;
  IF places IS NULL OR NEW.seat > places THEN
    RAISE EXCEPTION 'seat % of group % violates constraint "appointments_seat"', NEW.seat, NEW.group_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'appointments_seat';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER seat BEFORE INSERT ON appointments FOR EACH ROW
  WHEN (NEW.group_id IS NOT NULL) EXECUTE FUNCTION therapy.assert_seat();
CREATE OR REPLACE TRIGGER seat_again BEFORE UPDATE OF status ON appointments FOR EACH ROW
  WHEN (NEW.group_id IS NOT NULL AND OLD.status IN ('NO_SHOW', 'CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR')
    AND NEW.status NOT IN ('NO_SHOW', 'CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR'))
  EXECUTE FUNCTION therapy.assert_seat();

-- Positions of the children waiting for groups, counted over all of them, although a caseload shows only some.
CREATE OR REPLACE FUNCTION therapy.group_queue(groups text[]) RETURNS TABLE (id text, "position" integer)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT w.id, row_number() OVER (PARTITION BY w.group_id ORDER BY w.created_at, w.id)::integer
  FROM public.group_waitlist_entries w
  WHERE w.tenant_id = therapy.current_tenant() AND w.group_id = ANY (groups) AND w.status = 'WAITING'
$$;

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.group_queue(text[]) OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.group_queue(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.group_queue(text[]) TO therapy_app, therapy_caseload;
