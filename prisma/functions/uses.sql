-- What still uses a record, and so stands in the way of archiving it: by the kind of record that refers to it. Rows
-- that the caller may not see count too. test/architecture/uses.unit.test.ts names the tables that do not count.
CREATE OR REPLACE FUNCTION therapy.uses_of(entity text, record text, at timestamptz)
RETURNS TABLE (type text, count integer)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT uses.type, count(*)::int FROM (
    SELECT 'appointment' AS type FROM public.appointments a
    WHERE a.tenant_id = therapy.current_tenant() AND a.starts_at > at
      AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN')
      AND (entity = 'child' AND a.child_id = record
        -- The places of a group are not counted beside it.
        OR a.group_id IS NULL AND (entity = 'location' AND a.location_id = record
          OR entity = 'room' AND a.room_id = record OR entity = 'service' AND a.service_id = record))
    UNION ALL
    SELECT 'series' FROM public.series s
    WHERE s.tenant_id = therapy.current_tenant() AND s.status = 'PROCESSING'
      AND (entity = 'child' AND s.child_id = record OR entity = 'location' AND s.location_id = record
        OR entity = 'room' AND s.room_id = record OR entity = 'service' AND s.service_id = record)
    UNION ALL
    SELECT 'waitlistEntry' FROM public.waitlist_entries w
    WHERE w.tenant_id = therapy.current_tenant() AND w.status IN ('WAITING', 'OFFERED')
      -- One that also asks for another location or service can still be met.
      AND (entity = 'child' AND w.child_id = record OR entity = 'location' AND w.location_ids = ARRAY[record]
        OR entity = 'service' AND w.service_ids = ARRAY[record])
    UNION ALL
    SELECT 'groupWaitlistEntry' FROM public.group_waitlist_entries g
    WHERE g.tenant_id = therapy.current_tenant() AND g.status = 'WAITING' AND entity = 'child' AND g.child_id = record
    UNION ALL
    SELECT 'program' FROM public.early_intervention_programs p
    WHERE p.tenant_id = therapy.current_tenant() AND p.status = 'ACTIVE'
      AND (entity = 'child' AND p.child_id = record OR entity = 'location' AND p.location_id = record)
    UNION ALL
    SELECT 'treatmentCycle' FROM public.treatment_cycles t
    WHERE t.tenant_id = therapy.current_tenant() AND t.closed_at IS NULL AND t.ends_on >= at::date
      AND (entity = 'child' AND t.child_id = record OR entity = 'service' AND t.service_id = record)
    UNION ALL
    SELECT 'sessionPackage' FROM public.session_packages k
    WHERE k.tenant_id = therapy.current_tenant() AND k.balance > 0 AND (k.expires_on IS NULL OR k.expires_on >= at::date)
      AND (entity = 'child' AND k.child_id = record OR entity = 'service' AND k.service_id = record)
    UNION ALL
    SELECT 'creditBalance' FROM public.credit_balances b
    WHERE b.tenant_id = therapy.current_tenant() AND b.balance_minor > 0 AND entity = 'client' AND b.client_id = record
    UNION ALL
    -- Invoices ask for open orders.
    SELECT 'order' FROM public.orders o
    WHERE o.tenant_id = therapy.current_tenant() AND o.status = 'OPEN' AND entity = 'client'
      AND (o.client_id = record OR o.payer_id IN (SELECT p.id FROM public.payers p
        WHERE p.tenant_id = o.tenant_id AND p.client_id = record))
    UNION ALL
    -- Who pays for a child that has appointments ahead, or is the only one to whom its messages go.
    SELECT 'guardianship' FROM public.guardianships g
    WHERE g.tenant_id = therapy.current_tenant() AND entity = 'client' AND g.client_id = record AND g.ended_at IS NULL
      AND (g.billing OR NOT EXISTS (SELECT FROM public.guardianships n
        JOIN public.clients c ON c.tenant_id = n.tenant_id AND c.id = n.client_id AND c.archived_at IS NULL
        WHERE n.tenant_id = g.tenant_id AND n.child_id = g.child_id AND n.client_id <> record AND n.ended_at IS NULL))
      AND EXISTS (SELECT FROM public.appointments a
        WHERE a.tenant_id = g.tenant_id AND a.child_id = g.child_id AND a.starts_at > at
          AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN'))
  ) uses GROUP BY uses.type ORDER BY uses.type
$$;

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.uses_of(text, text, timestamptz) OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.uses_of(text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.uses_of(text, text, timestamptz) TO therapy_app, therapy_caseload;
