-- Caseloads (docs/decisions/0040): a key that is bound to a provider works as `therapy_caseload`, which sees what
-- `therapy_app` sees of the centre, and of children those of its caseload alone.

ALTER TABLE api_keys
  ADD COLUMN provider_id text,
  ADD FOREIGN KEY (tenant_id, provider_id) REFERENCES providers;
CREATE INDEX api_keys_provider ON api_keys (tenant_id, provider_id) WHERE provider_id IS NOT NULL;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'therapy_caseload') THEN CREATE ROLE therapy_caseload NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'therapy_care') THEN CREATE ROLE therapy_care NOLOGIN; END IF;
END $$;
-- The application may become it, and has none of its rights by itself.
GRANT therapy_caseload TO therapy_app WITH INHERIT FALSE, SET TRUE;
GRANT USAGE ON SCHEMA therapy, public TO therapy_caseload;

-- Gives `therapy_caseload` what `therapy_app` may do with a table.
CREATE PROCEDURE therapy.grant_as_app(tab regclass) LANGUAGE plpgsql AS $$
DECLARE
  may text;
  cols text;
BEGIN
  FOREACH may IN ARRAY ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] LOOP
    IF has_table_privilege('therapy_app', tab, may) THEN
      EXECUTE format('GRANT %s ON %s TO therapy_caseload', may, tab);
    ELSIF may <> 'DELETE' THEN
      SELECT string_agg(quote_ident(attname), ', ') INTO cols FROM pg_attribute
      WHERE attrelid = tab AND attnum > 0 AND NOT attisdropped AND has_column_privilege('therapy_app', tab, attnum, may);
      IF cols IS NOT NULL THEN EXECUTE format('GRANT %s (%s) ON %s TO therapy_caseload', may, cols, tab); END IF;
    END IF;
  END LOOP;
END $$;

CREATE OR REPLACE PROCEDURE therapy.isolate(tab regclass, privileges text, system text DEFAULT NULL)
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tab);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tab);
  EXECUTE format('CREATE POLICY tenant_isolation ON %s TO therapy_app, therapy_caseload
    USING (tenant_id = therapy.current_tenant()) WITH CHECK (tenant_id = therapy.current_tenant())', tab);
  EXECUTE format('GRANT %s ON %s TO therapy_app, therapy_caseload', privileges, tab);
  IF system IS NOT NULL THEN
    EXECUTE format('CREATE POLICY platform ON %s TO therapy_system USING (true) WITH CHECK (true)', tab);
    EXECUTE format('GRANT %s ON %s TO therapy_system', system, tab);
  END IF;
END $$;

DO $$
DECLARE tab regclass;
BEGIN
  FOR tab IN SELECT polrelid::regclass FROM pg_policy WHERE polname = 'tenant_isolation' LOOP
    EXECUTE format('ALTER POLICY tenant_isolation ON %s TO therapy_app, therapy_caseload', tab);
    CALL therapy.grant_as_app(tab);
  END LOOP;
END $$;

-- Who works with a child besides those whom its appointments and sessions name.
CREATE TYPE care_team_role AS ENUM ('LEAD', 'THERAPIST', 'ASSISTANT', 'COORDINATOR', 'CONSULTANT');
CREATE TABLE care_team_members (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  child_id    text NOT NULL,
  provider_id text NOT NULL,
  role        care_team_role NOT NULL,
  starts_at   timestamptz(3) NOT NULL,
  ends_at     timestamptz(3),
  added_by    text NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK (ends_at >= starts_at)
);
CREATE INDEX care_team_members_child ON care_team_members (tenant_id, child_id);
CREATE INDEX care_team_members_provider ON care_team_members (tenant_id, provider_id);
CALL therapy.isolate('care_team_members', 'SELECT, INSERT, UPDATE');

-- Breaking the glass: a provider's own way to a child outside the caseload, for a reason and for hours.
CREATE TABLE break_glass_grants (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text NOT NULL,
  provider_id  text NOT NULL,
  reason       text NOT NULL,
  requested_by text NOT NULL,
  expires_at   timestamptz(3) NOT NULL,
  ended_at     timestamptz(3),
  reviewed_at  timestamptz(3),
  reviewed_by  text,
  justified    boolean,
  review_note  text,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT break_glass_grants_child FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK ((reviewed_at IS NULL) = (reviewed_by IS NULL) AND (reviewed_at IS NULL) = (justified IS NULL))
);
CREATE INDEX break_glass_grants_child ON break_glass_grants (tenant_id, child_id);
CREATE INDEX break_glass_grants_provider ON break_glass_grants (tenant_id, provider_id, expires_at);
CREATE INDEX break_glass_grants_unreviewed ON break_glass_grants (tenant_id, id) WHERE reviewed_at IS NULL;
CALL therapy.isolate('break_glass_grants', 'SELECT, INSERT, UPDATE');

-- Who is told of it.
ALTER TABLE tenants ADD COLUMN privacy_contact_email text;
ALTER TABLE messages
  DROP CONSTRAINT messages_recipient_type_check,
  ADD CONSTRAINT messages_recipient_type_check
    CHECK (recipient_type IN ('client', 'provider', 'webhook_endpoint', 'tenant'));

CREATE INDEX sessions_provider ON sessions (tenant_id, provider_id, started_at);

-- What decides who sees whom is read by a role of its own, in the columns that it takes.
GRANT therapy_care TO CURRENT_USER;
GRANT USAGE, CREATE ON SCHEMA therapy TO therapy_care;
GRANT USAGE ON SCHEMA public TO therapy_care;
GRANT SELECT (tenant_id, id, primary_provider_id) ON children TO therapy_care;
GRANT SELECT (tenant_id, child_id, provider_id, starts_at, ends_at) ON care_team_members TO therapy_care;
GRANT SELECT (tenant_id, child_id, provider_id, expires_at, ended_at) ON break_glass_grants TO therapy_care;
GRANT SELECT (tenant_id, child_id, provider_id, started_at) ON sessions TO therapy_care;
GRANT SELECT (tenant_id, child_id, coordinator_id, status) ON early_intervention_programmes TO therapy_care;
GRANT SELECT (tenant_id, provider_id, supervisor_id, ended_at) ON supervisions TO therapy_care;
GRANT SELECT (tenant_id, id, child_id, provider_id, room_id, group_id, seat, service_id, status, starts_at, ends_at,
  busy_from, busy_until, held_until) ON appointments TO therapy_care;
DO $$
DECLARE tab regclass;
BEGIN
  FOREACH tab IN ARRAY ARRAY['children', 'care_team_members', 'break_glass_grants', 'sessions',
      'early_intervention_programmes', 'supervisions', 'appointments']::regclass[] LOOP
    EXECUTE format('CREATE POLICY care ON %s FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant())', tab);
  END LOOP;
END $$;

-- A provider and those whom they supervise.
CREATE FUNCTION therapy.team_of(provider text) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT ARRAY[provider] || ARRAY(SELECT provider_id FROM public.supervisions
    WHERE tenant_id = therapy.current_tenant() AND supervisor_id = provider AND ended_at IS NULL)
$$;

-- The one definition of a caseload: whom a team works with at an instant, why, and until when by what is known.
-- An appointment or session puts its provider on the child's team from its booking until 90 days after it.
CREATE FUNCTION therapy.caseload_of(team text[], provider text, at timestamptz)
RETURNS TABLE (child_id text, provider_id text, reason text, until timestamptz) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT c.id, c.primary_provider_id, 'PRIMARY_PROVIDER', NULL::timestamptz FROM public.children c
  WHERE c.tenant_id = therapy.current_tenant() AND c.primary_provider_id = ANY (team)
  UNION ALL
  SELECT m.child_id, m.provider_id, 'CARE_TEAM', m.ends_at FROM public.care_team_members m
  WHERE m.tenant_id = therapy.current_tenant() AND m.provider_id = ANY (team)
    AND m.starts_at <= at AND (m.ends_at IS NULL OR m.ends_at > at)
  UNION ALL
  SELECT a.child_id, a.provider_id, 'APPOINTMENT', max(a.ends_at) + interval '90 days' FROM public.appointments a
  WHERE a.tenant_id = therapy.current_tenant() AND a.provider_id = ANY (team) AND a.child_id IS NOT NULL
    AND a.starts_at > at - interval '91 days' AND a.ends_at > at - interval '90 days'
    AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'NO_SHOW')
  GROUP BY a.child_id, a.provider_id
  UNION ALL
  SELECT s.child_id, s.provider_id, 'SESSION', max(s.started_at) + interval '90 days' FROM public.sessions s
  WHERE s.tenant_id = therapy.current_tenant() AND s.provider_id = ANY (team) AND s.started_at > at - interval '90 days'
  GROUP BY s.child_id, s.provider_id
  UNION ALL
  SELECT p.child_id, p.coordinator_id, 'COORDINATOR', NULL FROM public.early_intervention_programmes p
  WHERE p.tenant_id = therapy.current_tenant() AND p.coordinator_id = ANY (team) AND p.status = 'ACTIVE'
  UNION ALL
  SELECT g.child_id, g.provider_id, 'BREAK_GLASS', g.expires_at FROM public.break_glass_grants g
  WHERE g.tenant_id = therapy.current_tenant() AND g.provider_id = provider AND g.ended_at IS NULL AND g.expires_at > at
$$;

-- Begins a transaction of a provider: what follows sees this caseload. Sent together with BEGIN.
CREATE FUNCTION therapy.enter_caseload(provider text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE team text[] := therapy.team_of(provider);
BEGIN
  PERFORM set_config('app.provider', provider, true), set_config('app.team', team::text, true),
    set_config('app.caseload',
      (SELECT COALESCE(array_agg(DISTINCT c.child_id), '{}') FROM therapy.caseload_of(team, provider, at) c)::text, true);
END $$;

-- Nobody's where no provider has entered: a restricted connection sees nothing until it says whose it is.
CREATE FUNCTION therapy.caseload() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT COALESCE(NULLIF(current_setting('app.caseload', true), ''), '{}')::text[] $$;
CREATE FUNCTION therapy.team() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT COALESCE(NULLIF(current_setting('app.team', true), ''), '{}')::text[] $$;

-- A child that a provider of the team registers is of the caseload at once.
CREATE FUNCTION therapy.admit(child text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.caseload', (therapy.caseload() || child)::text, true);
END $$;

-- Who is taken when: all that booking must know of appointments that are not the caller's to see.
CREATE VIEW therapy.diary AS
  SELECT tenant_id, id, child_id, provider_id, room_id, group_id, seat, service_id, status, starts_at, ends_at, busy_from,
    busy_until, held_until
  FROM appointments;

ALTER FUNCTION therapy.team_of(text) OWNER TO therapy_care;
ALTER FUNCTION therapy.caseload_of(text[], text, timestamptz) OWNER TO therapy_care;
ALTER VIEW therapy.diary OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.team_of(text), therapy.caseload_of(text[], text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.team_of(text), therapy.caseload_of(text[], text, timestamptz) TO therapy_app, therapy_caseload;
GRANT SELECT ON therapy.diary TO therapy_app, therapy_caseload;

-- Restricts a table to the caseload: its rows belong to a child (`child_id`), or to a row of a table that is
-- restricted (`CALL therapy.restrict('session_notes', 'session_id', 'sessions')`), which may be none.
CREATE PROCEDURE therapy.restrict(tab regclass, col text DEFAULT 'child_id', parent regclass DEFAULT NULL)
LANGUAGE plpgsql AS $$
BEGIN
  IF parent IS NULL THEN
    CALL therapy.restrict_where(tab, format('%I = ANY ((SELECT therapy.caseload())::text[])', col));
  ELSE
    CALL therapy.restrict_where(tab, format(
      '%2$I IS NULL OR EXISTS (SELECT FROM %3$s parent WHERE parent.tenant_id = %1$s.tenant_id AND parent.id = %1$s.%2$I)',
      tab, col, parent));
  END IF;
END $$;

CREATE PROCEDURE therapy.restrict_where(tab regclass, condition text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY caseload ON %s AS RESTRICTIVE TO therapy_caseload USING (%s)', tab, condition);
END $$;

CALL therapy.restrict('children', 'id');
-- One's own diary stays readable, and a group is nobody's secret. An OR keeps an index from being used, so the caseload
-- is hashed here.
CALL therapy.restrict_where('appointments',
  'provider_id = ANY ((SELECT therapy.team())::text[]) OR child_id IS NULL OR child_id IN (SELECT unnest(therapy.caseload()))');
CALL therapy.restrict_where('calendar_feeds',
  'provider_id = ANY ((SELECT therapy.team())::text[]) OR child_id IN (SELECT unnest(therapy.caseload()))');
CALL therapy.restrict_where('break_glass_grants', 'provider_id = ANY ((SELECT therapy.team())::text[])');
CALL therapy.restrict('guardianships');
CALL therapy.restrict('care_team_members');
CALL therapy.restrict('series');
CALL therapy.restrict('group_waits');
CALL therapy.restrict('waitlist_entries');
CALL therapy.restrict('sessions');
CALL therapy.restrict('orders');
CALL therapy.restrict('goals');
CALL therapy.restrict('consents');
CALL therapy.restrict('form_responses');
CALL therapy.restrict('assessment_schedules');
CALL therapy.restrict('assessments');
CALL therapy.restrict('attachments');
CALL therapy.restrict('early_intervention_programmes');
CALL therapy.restrict('child_merges', 'survivor_id');
CALL therapy.restrict_where('clients',
  'EXISTS (SELECT FROM guardianships g WHERE g.tenant_id = clients.tenant_id AND g.client_id = clients.id)');
CALL therapy.restrict('pets', 'client_id', 'clients');
CALL therapy.restrict('reminder_policies', 'client_id', 'clients');
CALL therapy.restrict('appointment_changes', 'appointment_id', 'appointments');
CALL therapy.restrict('feedback', 'appointment_id', 'appointments');
CALL therapy.restrict('series_occurrences', 'series_id', 'series');
CALL therapy.restrict('waitlist_offers', 'entry_id', 'waitlist_entries');
CALL therapy.restrict('form_signatures', 'response_id', 'form_responses');
CALL therapy.restrict('session_participants', 'session_id', 'sessions');
CALL therapy.restrict('session_goals', 'session_id', 'sessions');
CALL therapy.restrict('session_notes', 'session_id', 'sessions');
CALL therapy.restrict('session_note_versions', 'note_id', 'session_notes');
CALL therapy.restrict('session_note_signatures', 'note_id', 'session_notes');
CALL therapy.restrict('session_note_addenda', 'note_id', 'session_notes');
CALL therapy.restrict('goal_measurements', 'goal_id', 'goals');
CALL therapy.restrict('goal_reviews', 'goal_id', 'goals');
CALL therapy.restrict('programme_deadlines', 'programme_id', 'early_intervention_programmes');
CALL therapy.restrict('check_ins', 'programme_id', 'early_intervention_programmes');
CALL therapy.restrict('order_lines', 'order_id', 'orders');
CALL therapy.restrict('payments', 'order_id', 'orders');

-- What names its subject by id alone. A subject that belongs to no child is the centre's.
CREATE FUNCTION therapy.sees(subject text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE split_part(subject, '_', 1)
    WHEN 'chd' THEN subject = ANY (therapy.caseload())
    WHEN 'apt' THEN EXISTS (SELECT FROM appointments WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'srs' THEN EXISTS (SELECT FROM series WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'gwt' THEN EXISTS (SELECT FROM group_waits WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'wle' THEN EXISTS (SELECT FROM waitlist_entries WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'wlo' THEN EXISTS (SELECT FROM waitlist_offers WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'ses' THEN EXISTS (SELECT FROM sessions WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'nte' THEN EXISTS (SELECT FROM session_notes WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'gol' THEN EXISTS (SELECT FROM goals WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'frm' THEN EXISTS (SELECT FROM form_responses WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'ash' THEN EXISTS (SELECT FROM assessment_schedules WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'asm' THEN EXISTS (SELECT FROM assessments WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'csn' THEN EXISTS (SELECT FROM consents WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'fil' THEN EXISTS (SELECT FROM attachments WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'eip' THEN EXISTS (SELECT FROM early_intervention_programmes WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'cki' THEN EXISTS (SELECT FROM check_ins WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'ord' THEN EXISTS (SELECT FROM orders WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'pay' THEN EXISTS (SELECT FROM payments WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'bgg' THEN EXISTS (SELECT FROM break_glass_grants WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'cli' THEN EXISTS (SELECT FROM clients WHERE tenant_id = therapy.current_tenant() AND id = subject)
    ELSE true END;
END $$;
CALL therapy.restrict_where('messages', 'therapy.sees(subject_id)');
CALL therapy.restrict_where('follow_ups', 'therapy.sees(subject_id)');
CALL therapy.restrict_where('one_time_links', 'therapy.sees(subject_id)');
CALL therapy.restrict('follow_up_steps', 'follow_up_id', 'follow_ups');

-- The name search looks among the caller's own: those of others would push them off the end of its list.
GRANT SELECT (tenant_id, child_id, client_id) ON guardianships TO therapy_search;
CREATE POLICY search ON guardianships FOR SELECT TO therapy_search USING (tenant_id = therapy.current_tenant());
GRANT USAGE, CREATE ON SCHEMA therapy TO therapy_search;

CREATE OR REPLACE FUNCTION therapy.find_children(words text[], threshold real, max_rows integer) RETURNS TABLE (id text, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 25
SET search_path = pg_catalog, public, pg_temp SET pg_trgm.word_similarity_threshold = 0.6
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE own text[] := CASE WHEN NULLIF(current_setting('app.caseload', true), '') IS NOT NULL THEN therapy.caseload() END;
BEGIN
  PERFORM set_config('pg_trgm.word_similarity_threshold', threshold::text, true);
  RETURN QUERY SELECT c.id, CASE cardinality(words)
      WHEN 1 THEN word_similarity(words[1], c.search_name)
      ELSE (SELECT avg(word_similarity(word, c.search_name)) FROM unnest(words) AS word)::real END AS score
    FROM public.children c
    WHERE c.tenant_id = therapy.current_tenant() AND c.archived_at IS NULL AND c.search_name %> words[1]
      AND c.search_name %> COALESCE(words[2], words[1]) AND c.search_name %> COALESCE(words[3], words[1])
      AND (own IS NULL OR c.id = ANY (own))
    ORDER BY 2 DESC, length(c.search_name), c.id LIMIT max_rows;
END $$;

CREATE OR REPLACE FUNCTION therapy.find_clients(words text[], threshold real, max_rows integer) RETURNS TABLE (id text, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 25
SET search_path = pg_catalog, public, pg_temp SET pg_trgm.word_similarity_threshold = 0.6
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE own text[] := CASE WHEN NULLIF(current_setting('app.caseload', true), '') IS NOT NULL THEN
  ARRAY(SELECT g.client_id FROM public.guardianships g
    WHERE g.tenant_id = therapy.current_tenant() AND g.child_id = ANY (therapy.caseload())) END;
BEGIN
  PERFORM set_config('pg_trgm.word_similarity_threshold', threshold::text, true);
  RETURN QUERY SELECT c.id, CASE cardinality(words)
      WHEN 1 THEN word_similarity(words[1], c.search_name)
      ELSE (SELECT avg(word_similarity(word, c.search_name)) FROM unnest(words) AS word)::real END AS score
    FROM public.clients c
    WHERE c.tenant_id = therapy.current_tenant() AND c.archived_at IS NULL AND c.search_name %> words[1]
      AND c.search_name %> COALESCE(words[2], words[1]) AND c.search_name %> COALESCE(words[3], words[1])
      AND (own IS NULL OR c.id = ANY (own))
    ORDER BY 2 DESC, length(c.search_name), c.id LIMIT max_rows;
END $$;
REVOKE CREATE ON SCHEMA therapy FROM therapy_search;
GRANT EXECUTE ON FUNCTION therapy.find_children(text[], real, integer), therapy.find_clients(text[], real, integer) TO therapy_caseload;
