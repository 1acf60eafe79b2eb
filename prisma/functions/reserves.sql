-- Reserves of settlements: every cent is withheld once and released once.

-- A release counts immediately, so simultaneous releases meet at the reserve's row and its CHECK.
CREATE OR REPLACE FUNCTION therapy.count_release() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  UPDATE reserves r SET
    released_minor = r.released_minor + CASE WHEN NEW.counts THEN NEW.amount_minor ELSE -NEW.amount_minor END,
    updated_at = NEW.updated_at, version = r.version + 1
  WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.reserve_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER count_release AFTER INSERT ON reserve_releases
  FOR EACH ROW WHEN (NEW.counts) EXECUTE FUNCTION therapy.count_release();
CREATE OR REPLACE TRIGGER uncount_release AFTER UPDATE OF counts ON reserve_releases
  FOR EACH ROW WHEN (NEW.counts <> OLD.counts) EXECUTE FUNCTION therapy.count_release();

-- At commit, the released amount of a reserve equals the sum of its releases, and the amounts of a settlement
-- equal the sums of what it withholds and releases.
CREATE OR REPLACE FUNCTION therapy.assert_released() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_reserve text := CASE TG_TABLE_NAME WHEN 'reserves' THEN NEW.id ELSE to_jsonb(NEW) ->> 'reserve_id' END;
BEGIN
  IF (SELECT r.released_minor FROM reserves r WHERE r.tenant_id = NEW.tenant_id AND r.id = of_reserve) IS DISTINCT FROM
     (SELECT coalesce(sum(l.amount_minor), 0)::integer FROM reserve_releases l
      WHERE l.tenant_id = NEW.tenant_id AND l.reserve_id = of_reserve AND l.counts) THEN
    RAISE EXCEPTION 'reserve % does not count what its releases come to', of_reserve USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS released ON reserves;
CREATE CONSTRAINT TRIGGER released AFTER UPDATE OF released_minor ON reserves
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_released();
DROP TRIGGER IF EXISTS released ON reserve_releases;
CREATE CONSTRAINT TRIGGER released AFTER INSERT OR UPDATE ON reserve_releases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_released();

CREATE OR REPLACE FUNCTION therapy.assert_reserved() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  settlement text := CASE TG_TABLE_NAME WHEN 'settlements' THEN NEW.id ELSE to_jsonb(NEW) ->> 'settlement_id' END;
BEGIN
  IF NOT EXISTS (SELECT FROM settlements s WHERE s.tenant_id = NEW.tenant_id AND s.id = settlement
      AND s.withheld_minor = (SELECT coalesce(sum(r.amount_minor), 0) FROM reserves r
        WHERE r.tenant_id = s.tenant_id AND r.settlement_id = s.id)
      AND s.released_minor = (SELECT coalesce(sum(l.amount_minor), 0) FROM reserve_releases l
        WHERE l.tenant_id = s.tenant_id AND l.settlement_id = s.id)) THEN
    RAISE EXCEPTION 'settlement % does not count what it keeps back and releases', settlement
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS reserved ON settlements;
CREATE CONSTRAINT TRIGGER reserved AFTER INSERT OR UPDATE OF withheld_minor, released_minor ON settlements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_reserved();
DROP TRIGGER IF EXISTS reserved ON reserves;
CREATE CONSTRAINT TRIGGER reserved AFTER INSERT OR UPDATE OF amount_minor, settlement_id ON reserves
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_reserved();
DROP TRIGGER IF EXISTS reserved ON reserve_releases;
CREATE CONSTRAINT TRIGGER reserved AFTER INSERT OR UPDATE OF amount_minor, settlement_id ON reserve_releases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_reserved();
