-- Group appointments (docs/decisions/0033). A group is an appointment without a child: it takes the provider
-- and the room. A place in it is an appointment of its child that takes neither, so that one exclusion constraint
-- keeps a child out of two places at once, be they groups or not.

ALTER TABLE appointments
  ALTER COLUMN child_id DROP NOT NULL,
  ADD COLUMN capacity integer,
  ADD COLUMN group_id text,
  ADD COLUMN seat integer,
  ADD FOREIGN KEY (tenant_id, group_id) REFERENCES appointments,
  ADD CONSTRAINT appointments_group CHECK (
    CASE WHEN group_id IS NULL THEN seat IS NULL AND (child_id IS NULL) = (capacity IS NOT NULL)
         ELSE seat > 0 AND child_id IS NOT NULL AND capacity IS NULL END),
  DROP CONSTRAINT appointments_provider_free,
  DROP CONSTRAINT appointments_room_free,
  ADD CONSTRAINT appointments_provider_free EXCLUDE USING gist
    (hashtextextended(provider_id, 0) WITH =, tstzrange(busy_from, busy_until) WITH &&)
    WHERE (group_id IS NULL AND
      status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED')),
  ADD CONSTRAINT appointments_room_free EXCLUDE USING gist
    (hashtextextended(room_id, 0) WITH =, tstzrange(busy_from, busy_until) WITH &&)
    WHERE (room_id IS NOT NULL AND group_id IS NULL AND
      status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED'));

CREATE UNIQUE INDEX appointments_seat ON appointments (tenant_id, group_id, seat)
  WHERE group_id IS NOT NULL
    AND status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED');
CREATE INDEX appointments_group_places ON appointments (tenant_id, group_id) WHERE group_id IS NOT NULL;

-- Seats are numbered from 1 and unique among those that are taken; no seat lies beyond the group's capacity, and
-- none is taken in a group that is cancelled. Ordinary appointments do not come here: see WHEN.
CREATE FUNCTION therapy.assert_seat() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER seat BEFORE INSERT ON appointments FOR EACH ROW
  WHEN (NEW.group_id IS NOT NULL) EXECUTE FUNCTION therapy.assert_seat();
CREATE TRIGGER seat_again BEFORE UPDATE OF status ON appointments FOR EACH ROW
  WHEN (NEW.group_id IS NOT NULL AND OLD.status IN ('NO_SHOW', 'CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR')
    AND NEW.status NOT IN ('NO_SHOW', 'CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR'))
  EXECUTE FUNCTION therapy.assert_seat();

-- Who waits for a place, in order of joining.
CREATE TYPE group_wait_status AS ENUM ('WAITING', 'MOVED_UP', 'LEFT');
CREATE TABLE group_waits (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  group_id       text NOT NULL,
  child_id       text NOT NULL,
  status         group_wait_status NOT NULL,
  -- The place that it became.
  appointment_id text,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  CHECK ((status = 'MOVED_UP') = (appointment_id IS NOT NULL))
);
CREATE INDEX group_waits_group ON group_waits (tenant_id, group_id, created_at, id);
CREATE INDEX group_waits_child ON group_waits (tenant_id, child_id);
CALL therapy.isolate('group_waits', 'SELECT, INSERT, UPDATE');
