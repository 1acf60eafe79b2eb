-- Erasure and restriction (docs/decisions/0052): what an erasure leaves is restricted, and the erasure alone goes on with it.

CALL therapy.erasable('processing_restrictions');

-- As before, but that records of a child go on which name a client who was erased. New ones cannot name them.
GRANT SELECT (client_id) ON processing_restrictions TO therapy_care;
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
    SELECT r.id, r.ground, r.client_id INTO restriction FROM processing_restrictions r
    WHERE r.tenant_id = tenant AND r.person_id = person AND r.lifted_at IS NULL;
    CONTINUE WHEN NOT FOUND OR restriction.ground = 'RETENTION' AND (
      persons && COALESCE(NULLIF(current_setting('app.erasing', true), '')::text[], '{}')
      OR TG_OP <> 'INSERT' AND restriction.client_id IS NOT NULL
        AND EXISTS (SELECT FROM unnest(persons) AS other WHERE other LIKE 'chd\_%'));
    RAISE EXCEPTION 'processing of % is restricted by %', person, restriction.id
      USING ERRCODE = 'PR018', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
  END LOOP;
  RETURN NULL;
END $$;
