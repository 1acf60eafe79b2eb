-- How long a person's records are kept. `retentionEnds` in domain/privacy/retention/rules.ts states the rule
-- with its sources; this file applies it to the tables. test/privacy/retention-of.test.ts compares both.

-- A child's record and the records merged into it.
CREATE OR REPLACE FUNCTION therapy.child_and_duplicates(child text) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH RECURSIVE same AS (
    SELECT c.id FROM public.children c WHERE c.tenant_id = therapy.current_tenant() AND c.id = child
    UNION
    SELECT c.id FROM public.children c JOIN same s ON c.merged_into_id = s.id WHERE c.tenant_id = therapy.current_tenant())
  SELECT COALESCE(array_agg(id ORDER BY id), '{}') FROM same
$$;

-- When the retention period of a child's clinical record ends (the child is given with its duplicates); NULL
-- for a child who never came. The last contact is a session, an appointment that took place, an assessment, or
-- the end of a program.
CREATE OR REPLACE FUNCTION therapy.clinical_end(ids text[]) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT greatest(
    therapy.instant_of(
      therapy.local_time(contact.last, t.default_time_zone) + make_interval(years => t.clinical_retention_years),
      t.default_time_zone, true),
    (SELECT therapy.instant_of(max(c.birth_date + make_interval(years => t.child_retention_age)), t.default_time_zone, true)
     FROM public.children c WHERE c.tenant_id = t.tenant_id AND c.id = ANY (ids)))
  FROM public.tenants t CROSS JOIN LATERAL (
    SELECT max(at) AS last FROM (
      SELECT COALESCE(s.ended_at, s.started_at) AS at FROM public.sessions s
      WHERE s.tenant_id = t.tenant_id AND s.child_id = ANY (ids)
      UNION ALL
      SELECT a.ends_at FROM public.appointments a
      WHERE a.tenant_id = t.tenant_id AND a.child_id = ANY (ids) AND a.status IN ('CHECKED_IN', 'IN_PROGRESS', 'COMPLETED')
      UNION ALL
      SELECT therapy.instant_of(x.administered_on::timestamp, t.default_time_zone, true) FROM public.assessments x
      WHERE x.tenant_id = t.tenant_id AND x.child_id = ANY (ids)
      UNION ALL
      SELECT therapy.instant_of(p.closed_on::timestamp, t.default_time_zone, true) FROM public.early_intervention_programs p
      WHERE p.tenant_id = t.tenant_id AND p.child_id = ANY (ids)) contacts) contact
  WHERE t.tenant_id = therapy.current_tenant() AND contact.last IS NOT NULL
$$;

-- Records that refer to a client as guardian, consenter, responder, signer or attendee.
CREATE OR REPLACE FUNCTION therapy.children_of_client(client text) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT COALESCE(array_agg(DISTINCT child_id), '{}') FROM (
    SELECT child_id FROM public.guardianships WHERE tenant_id = therapy.current_tenant() AND client_id = client
    UNION ALL
    SELECT child_id FROM public.consents WHERE tenant_id = therapy.current_tenant() AND granted_by_id = client
    UNION ALL
    SELECT child_id FROM public.form_responses WHERE tenant_id = therapy.current_tenant() AND client_id = client
    UNION ALL
    SELECT p.child_id FROM public.family_check_ins i JOIN public.early_intervention_programs p
      ON p.tenant_id = i.tenant_id AND p.id = i.program_id
    WHERE i.tenant_id = therapy.current_tenant() AND i.client_id = client
    UNION ALL
    SELECT p.child_id FROM public.ifsp_signatures g JOIN public.ifsps i ON i.tenant_id = g.tenant_id AND i.id = g.ifsp_id
      JOIN public.early_intervention_programs p ON p.tenant_id = i.tenant_id AND p.id = i.program_id
    WHERE g.tenant_id = therapy.current_tenant() AND g.client_id = client
    UNION ALL
    SELECT s.child_id FROM public.session_participants x JOIN public.sessions s
      ON s.tenant_id = x.tenant_id AND s.id = x.session_id
    WHERE x.tenant_id = therapy.current_tenant() AND x.client_id = client) named
$$;

-- Until when a person's clinical and financial records must be kept; NULL if nothing requires it. `people` are
-- the persons being erased.
CREATE OR REPLACE FUNCTION therapy.retention_of(child text, client text)
RETURNS TABLE (people text[], clinical timestamptz, financial timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT who.people,
    CASE WHEN child IS NOT NULL THEN therapy.clinical_end(who.people)
      ELSE (SELECT max(therapy.clinical_end(therapy.child_and_duplicates(c))) FROM unnest(therapy.children_of_client(client)) c) END,
    (SELECT therapy.instant_of(
      make_timestamp(extract(year FROM therapy.local_time(max(paid.at), t.default_time_zone))::int
        + 1 + t.financial_retention_years, 1, 1, 0, 0, 0), t.default_time_zone, true)
     FROM public.tenants t CROSS JOIN LATERAL (
       SELECT greatest(o.created_at, p.settled_at, r.settled_at) AS at FROM public.orders o
         LEFT JOIN public.payments p ON p.tenant_id = o.tenant_id AND p.order_id = o.id
         LEFT JOIN public.refunds r ON r.tenant_id = p.tenant_id AND r.payment_id = p.id
       WHERE o.tenant_id = t.tenant_id AND (o.child_id = ANY (CASE WHEN child IS NULL THEN '{}' ELSE who.people END)
         OR o.client_id = client)) paid
     WHERE t.tenant_id = therapy.current_tenant() GROUP BY t.tenant_id, t.default_time_zone, t.financial_retention_years)
  FROM (SELECT CASE WHEN child IS NULL THEN ARRAY[client] ELSE therapy.child_and_duplicates(child) END AS people) who
$$;
