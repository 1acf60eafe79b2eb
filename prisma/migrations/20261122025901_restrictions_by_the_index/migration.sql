-- As before, at the price of a foreign key: person by person, so that the partial index is asked whatever the size of the
-- table (an array of unknown length was looked for by reading all of it). What an erasure of the person takes away is not
-- held back by the restriction that it left itself: it says whom it erases in `app.erasing`.
CREATE OR REPLACE FUNCTION therapy.refuse_restricted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  tenant text := COALESCE(NEW.tenant_id, OLD.tenant_id);
  persons text[];
  person text;
  restriction record;
BEGIN
  IF TG_NARGS > 1 OR TG_ARGV[0] <> 'child_id' THEN
    persons := therapy.persons_of(to_jsonb(NEW), TG_ARGV) || therapy.persons_of(to_jsonb(OLD), TG_ARGV);
  ELSIF NEW.child_id = OLD.child_id THEN
    persons := ARRAY[NEW.child_id];
  ELSE
    persons := ARRAY[NEW.child_id, OLD.child_id];
  END IF;
  FOREACH person IN ARRAY COALESCE(persons, '{}') LOOP
    CONTINUE WHEN person IS NULL;
    SELECT r.id, r.ground INTO restriction FROM processing_restrictions r
    WHERE r.tenant_id = tenant AND r.person_id = person AND r.lifted_at IS NULL;
    CONTINUE WHEN NOT FOUND OR restriction.ground = 'RETENTION'
      AND persons && COALESCE(NULLIF(current_setting('app.erasing', true), '')::text[], '{}');
    RAISE EXCEPTION 'processing of % is restricted by %', person, restriction.id
      USING ERRCODE = 'PR018', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
  END LOOP;
  RETURN NULL;
END $$;
