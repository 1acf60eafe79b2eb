-- What the planner is told of a table that nobody has analyzed yet (prisma/README.md). By itself it assumes that
-- `tenant_id = …`, `status = …` and `archived_at IS NULL` keep one row in 200 each, so that nothing seems to be left to join:
-- it reads all rows of a centre in loops, and a centre that has just been filled visits the product of its tables.
-- Told are: all rows may be one centre's, a state has a quarter of them, and half of what may be NULL is. ANALYZE replaces it.
DO $$
BEGIN
  -- PostgreSQL before 18 cannot be told.
  IF current_setting('server_version_num')::integer < 180000 THEN RETURN; END IF;
  PERFORM pg_catalog.pg_restore_attribute_stats(
    'schemaname', 'public', 'relname', c.relname::text, 'attname', a.attname::text, 'inherited', false,
    'null_frac', CASE WHEN a.attnotnull THEN 0 ELSE 0.5 END::real,
    'avg_width', CASE WHEN a.attlen > 0 THEN a.attlen ELSE 26 END::integer,
    'n_distinct', CASE WHEN a.attname = 'tenant_id' THEN 1 WHEN state.is_one THEN 4 ELSE 0 END::real)
  FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    CROSS JOIN LATERAL (SELECT t.typtype = 'e' OR a.attname IN ('status', 'kind', 'type') AS is_one) state
  WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
    AND (a.attname = 'tenant_id' OR state.is_one OR NOT a.attnotnull)
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_statistic s WHERE s.starelid = a.attrelid);
END $$;
