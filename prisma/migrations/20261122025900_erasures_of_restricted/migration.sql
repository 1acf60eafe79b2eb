-- Erasure and restriction (docs/decisions/0052): what an erasure leaves is restricted, and the erasure alone goes on with it.

CALL therapy.erasable('processing_restrictions');

-- As before, but that what is kept by law is let go by the erasure of the person, not by whoever deletes.
CREATE OR REPLACE FUNCTION therapy.refuse_restricted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  tenant text := COALESCE(NEW.tenant_id, OLD.tenant_id);
  erased text[] := NULLIF(current_setting('app.erasing', true), '')::text[];
  persons text[];
  restriction record;
BEGIN
  IF TG_NARGS = 1 AND TG_ARGV[0] = 'child_id' THEN
    persons := ARRAY[NEW.child_id, OLD.child_id];
  ELSE
    persons := therapy.persons_of(to_jsonb(NEW), TG_ARGV) || therapy.persons_of(to_jsonb(OLD), TG_ARGV);
  END IF;
  SELECT r.id, r.person_id INTO restriction FROM processing_restrictions r
  WHERE r.tenant_id = tenant AND r.person_id = ANY (persons) AND r.lifted_at IS NULL
    AND NOT (r.ground = 'RETENTION' AND COALESCE(persons && erased, false))
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'processing of % is restricted by %', restriction.person_id, restriction.id
      USING ERRCODE = 'PR018', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
