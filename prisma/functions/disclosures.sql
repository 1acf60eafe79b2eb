-- Disclosures (domain/privacy/README.md): the audit trail records whose records a read returned. The
-- containment operator is not leakproof, so under a policy it cannot use an index. This function therefore runs
-- as therapy_care, which may look up ids.

-- Entries that disclosed or concern a child: by the ids in their responses, and by the child's records.
CREATE OR REPLACE FUNCTION therapy.disclosures_of(
  child text, records text[], since timestamptz, until timestamptz, max_rows integer
) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1000
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id FROM public.audit_entries
  WHERE tenant_id = therapy.current_tenant() AND changes ? 'children'
    AND changes @> jsonb_build_object('children', jsonb_build_array(child)) AND outcome IN ('ALLOWED', 'REPLAYED')
    AND (since IS NULL OR occurred_at >= since) AND (until IS NULL OR occurred_at < until)
  UNION
  SELECT id FROM public.audit_entries
  WHERE tenant_id = therapy.current_tenant() AND subject_id = ANY (child || records) AND outcome IN ('ALLOWED', 'REPLAYED')
    AND (since IS NULL OR occurred_at >= since) AND (until IS NULL OR occurred_at < until)
  LIMIT max_rows
$$;

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.disclosures_of(text, text[], timestamptz, timestamptz, integer) OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.disclosures_of(text, text[], timestamptz, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.disclosures_of(text, text[], timestamptz, timestamptz, integer) TO therapy_app, therapy_caseload;
