-- A booking reads opening hours and closures with rows that it reads anyway: a provider's hours are copied to
-- the provider's row, and a centre's closures to the centre's row. This saves four tables in the hottest
-- statement. Entries long past at the time of the change are left out. The row is locked first, so that the second of two writers sees
-- the first one's change.

CREATE OR REPLACE FUNCTION therapy.refresh_calendar() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM FROM providers WHERE tenant_id = NEW.tenant_id AND id = NEW.provider_id FOR NO KEY UPDATE;
  -- The provider belongs to another location, so the old hours would stay on its row.
  IF NOT FOUND THEN
    RAISE EXCEPTION 'row violates policy "location" for table "providers"' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE providers SET calendar = (
    SELECT jsonb_agg(jsonb_build_object('kind', kind, 'locationId', location_id, 'facts', facts))
    FROM (
      SELECT 'schedule' AS kind, location_id, jsonb_build_object('timeZone', time_zone, 'windows', windows,
               'startsOn', starts_on, 'endsOn', ends_on) AS facts
      FROM schedules WHERE tenant_id = NEW.tenant_id AND provider_id = NEW.provider_id AND archived_at IS NULL
      UNION ALL
      SELECT 'exception', location_id, jsonb_build_object('kind', kind, 'occursOn', occurs_on, 'timeZone', time_zone, 'windows', windows)
      FROM schedule_exceptions
      WHERE tenant_id = NEW.tenant_id AND provider_id = NEW.provider_id AND archived_at IS NULL
        AND occurs_on > NEW.updated_at - interval '400 days'
      UNION ALL
      SELECT 'time_off', NULL, jsonb_build_object('from', (extract(epoch FROM starts_at) * 1000)::bigint,
               'until', (extract(epoch FROM ends_at) * 1000)::bigint)
      FROM time_off
      WHERE tenant_id = NEW.tenant_id AND provider_id = NEW.provider_id AND status = 'APPROVED'
        AND ends_at > NEW.updated_at - interval '400 days'
    ) rows)
  WHERE tenant_id = NEW.tenant_id AND id = NEW.provider_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER calendar AFTER INSERT OR UPDATE ON schedules
  FOR EACH ROW EXECUTE FUNCTION therapy.refresh_calendar();
CREATE OR REPLACE TRIGGER calendar AFTER INSERT OR UPDATE ON schedule_exceptions
  FOR EACH ROW EXECUTE FUNCTION therapy.refresh_calendar();
CREATE OR REPLACE TRIGGER calendar AFTER INSERT OR UPDATE ON time_off
  FOR EACH ROW EXECUTE FUNCTION therapy.refresh_calendar();

CREATE OR REPLACE FUNCTION therapy.refresh_closures() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM FROM tenants WHERE tenant_id = NEW.tenant_id FOR NO KEY UPDATE;
  UPDATE tenants SET closures = (
    SELECT jsonb_agg(jsonb_build_object('locationId', location_id, 'startsOn', starts_on, 'endsOn', ends_on))
    FROM closures
    WHERE tenant_id = NEW.tenant_id AND archived_at IS NULL AND ends_on > NEW.updated_at - interval '400 days')
  WHERE tenant_id = NEW.tenant_id;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER closures AFTER INSERT OR UPDATE ON closures
  FOR EACH ROW EXECUTE FUNCTION therapy.refresh_closures();
