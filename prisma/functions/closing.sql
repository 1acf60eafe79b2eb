-- Closing a centre (domain/organization/README.md). therapy_closer owns the only function that removes the rows
-- of a centre whose removal is due; nobody can become this role, and it can write nothing. Triggers that refuse
-- deletions make an exception for it, and its policies limit which centre's rows it can remove.

-- Removes rows of a table in batches, starting with rows that no other row of the table refers to. Returns how
-- many. Tables that refer to each other are emptied together and completely, because no part of them could be
-- removed alone.
CREATE OR REPLACE FUNCTION therapy.remove_closed(tenant text, tabs text[], batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  statement text;
  removed   integer;
BEGIN
  PERFORM set_config('app.tenant', tenant, true);
  IF therapy.closing_tenant() IS NULL THEN
    RAISE EXCEPTION 'centre % is not closed', tenant USING ERRCODE = 'restrict_violation';
  END IF;
  IF cardinality(tabs) = 1 THEN
    SELECT format('WITH gone AS (DELETE FROM public.%1$I WHERE ctid = ANY (ARRAY(
        SELECT t.ctid FROM public.%1$I t WHERE t.tenant_id = $1%2$s LIMIT $2)) RETURNING 1) SELECT count(*) FROM gone',
      tabs[1], string_agg(format(' AND NOT EXISTS (SELECT FROM public.%I r WHERE r.ctid <> t.ctid AND %s)', tabs[1], pairs), ''))
    INTO statement
    FROM (
      SELECT string_agg(format('r.%I = t.%I', own.attname, its.attname), ' AND ') AS pairs
      FROM pg_constraint c CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS k(own, its)
        JOIN pg_attribute own ON own.attrelid = c.conrelid AND own.attnum = k.own
        JOIN pg_attribute its ON its.attrelid = c.confrelid AND its.attnum = k.its
      WHERE c.contype = 'f' AND c.conrelid = c.confrelid AND c.conrelid = format('public.%I', tabs[1])::regclass
      GROUP BY c.oid) within;
  ELSE
    SELECT format('WITH %s SELECT %s',
      string_agg(format('%1$I AS (DELETE FROM public.%2$I WHERE tenant_id = $1 RETURNING 1)', 'gone_' || tab, tab), ', '),
      string_agg(format('(SELECT count(*) FROM %I)', 'gone_' || tab), ' + '))
    INTO statement FROM unnest(tabs) AS tab;
  END IF;
  EXECUTE statement INTO removed USING tenant, batch;
  RETURN removed;
END $$;

GRANT CREATE ON SCHEMA therapy TO therapy_closer;
ALTER FUNCTION therapy.remove_closed(text, text[], integer) OWNER TO therapy_closer;
REVOKE CREATE ON SCHEMA therapy FROM therapy_closer;
REVOKE EXECUTE ON FUNCTION therapy.remove_closed(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.remove_closed(text, text[], integer) TO therapy_system;
