-- A message that fails again requires attention again.
CREATE OR REPLACE FUNCTION therapy.renew_attention() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  NEW.action_settled_at := NULL;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER renew_attention BEFORE UPDATE OF reason ON messages
  FOR EACH ROW WHEN (NEW.reason IS DISTINCT FROM OLD.reason) EXECUTE FUNCTION therapy.renew_attention();
