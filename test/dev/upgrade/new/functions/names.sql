CREATE OR REPLACE FUNCTION therapy.name_of(box boxes) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT box.color || ' ' || box.id || ' of ' || box.weight $$;
