-- Erasure (docs/decisions/0051). therapy_eraser owns the only function that removes or empties rows of a person
-- whose erasure is running; nobody can become this role, and it can write no new content.

-- Whether the current transaction is the erasure of this person. With `locked`, the row is locked against
-- changes by others, and the clinical record must also be past its retention period.
CREATE OR REPLACE FUNCTION therapy.is_erasing(person text, locked boolean) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT current_user = 'therapy_eraser'
    AND person = ANY (NULLIF(current_setting('app.erasing', true), '')::text[])
    AND (NOT locked OR current_setting('app.erasing_locked', true) = 'yes')
$$;

-- Removes rows of a person whose erasure is running, or empties columns of these rows. Returns how many. `keys`
-- are their primary keys. `blanks` lists columns, or `column.member` for a member of an object; NULL removes
-- the rows. A nullable column becomes NULL, text becomes '[erased]', a list or an object becomes empty, and a
-- date becomes the first day of its year.
CREATE OR REPLACE FUNCTION therapy.erase_rows(erasure text, at timestamptz, tab text, keys jsonb, blanks text[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  target regclass := format('public.%I', tab)::regclass;
  whose  record;
  kept   record;
  pk     text;
  sets   text;
  differ text;
  done   integer;
BEGIN
  SELECT e.child_id, e.client_id INTO whose FROM public.erasures e
  WHERE e.tenant_id = therapy.current_tenant() AND e.id = erasure AND e.status = 'RUNNING';
  IF NOT FOUND THEN RAISE EXCEPTION 'erasure % is not running', erasure USING ERRCODE = 'restrict_violation'; END IF;
  SELECT * INTO kept FROM therapy.retention_of(whose.child_id, whose.client_id);
  PERFORM set_config('app.erasing', kept.people::text, true),
    set_config('app.erasing_locked', CASE WHEN kept.clinical IS NULL OR kept.clinical <= at THEN 'yes' ELSE 'no' END, true);

  SELECT string_agg(format('t.%1$I = k.%1$I', a.attname), ' AND ') INTO pk
  FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
  WHERE i.indrelid = target AND i.indisprimary AND a.attname <> 'tenant_id';
  IF blanks IS NULL THEN
    EXECUTE format('DELETE FROM %1$s t USING jsonb_populate_recordset(NULL::%1$s, $1) k
      WHERE t.tenant_id = therapy.current_tenant() AND %2$s', target, pk) USING keys;
  ELSE
    SELECT string_agg(format('%I = %s', col, expr), ', '),
      string_agg(format('t.%I IS DISTINCT FROM %s', col, expr), ' OR ') INTO STRICT sets, differ
    FROM (
      SELECT a.attname AS col, CASE
        WHEN b.member <> '' THEN format('CASE WHEN jsonb_exists(t.%1$I, %2$L) THEN jsonb_set(t.%1$I, %3$L, %4$L) ELSE t.%1$I END',
          a.attname, b.member, ARRAY[b.member], '"[erased]"')
        WHEN NOT a.attnotnull THEN 'NULL'
        ELSE CASE format_type(a.atttypid, NULL)
          WHEN 'text' THEN quote_literal('[erased]')
          WHEN 'jsonb' THEN format('CASE jsonb_typeof(t.%I) WHEN ''array'' THEN ''[]''::jsonb ELSE ''{}'' END', a.attname)
          WHEN 'text[]' THEN quote_literal('{}') || '::text[]'
          WHEN 'date' THEN format('date_trunc(''year'', t.%I)::date', a.attname) END END AS expr
      FROM (SELECT split_part(name, '.', 1) AS col, split_part(name, '.', 2) AS member FROM unnest(blanks) AS name) b
        JOIN pg_attribute a ON a.attrelid = target AND a.attname = b.col AND NOT a.attisdropped) columns;
    IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = 'version') AND
       EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = 'updated_at') THEN
      sets := sets || ', version = t.version + 1, updated_at = $2';
    END IF;
    EXECUTE format('UPDATE %1$s t SET %3$s FROM jsonb_populate_recordset(NULL::%1$s, $1) k
      WHERE t.tenant_id = therapy.current_tenant() AND %2$s AND (%4$s)', target, pk, sets, differ) USING keys, at;
  END IF;
  GET DIAGNOSTICS done = ROW_COUNT;
  PERFORM set_config('app.erasing', '', true), set_config('app.erasing_locked', '', true);
  RETURN done;
END $$;

GRANT CREATE ON SCHEMA therapy TO therapy_eraser;
ALTER FUNCTION therapy.erase_rows(text, timestamptz, text, jsonb, text[]) OWNER TO therapy_eraser;
REVOKE CREATE ON SCHEMA therapy FROM therapy_eraser;
REVOKE EXECUTE ON FUNCTION therapy.erase_rows(text, timestamptz, text, jsonb, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.erase_rows(text, timestamptz, text, jsonb, text[]) TO therapy_app;
