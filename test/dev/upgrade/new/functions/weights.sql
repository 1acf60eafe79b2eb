CREATE OR REPLACE FUNCTION therapy.refuse_heavy() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF NEW.weight > 10 THEN RAISE EXCEPTION 'box % is heavier than 10', NEW.id; END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER not_heavy BEFORE INSERT OR UPDATE ON boxes
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_heavy();
