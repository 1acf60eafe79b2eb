-- Statistics for the planner about tables that have never been analyzed (prisma/README.md). By default it
-- assumes that `tenant_id = …`, `status = …` and `archived_at IS NULL` each select one row in 200, so that
-- almost nothing seems left to join; it then reads all rows of a centre in loops, which for a centre that has
-- just been filled multiplies the sizes of its tables. The statistics set here: all rows may belong to one
-- centre, each status selects a quarter, and half of the values of nullable columns are NULL. ANALYZE replaces
-- them.
DO $$
BEGIN
  -- PostgreSQL before version 18 does not have this function.
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
