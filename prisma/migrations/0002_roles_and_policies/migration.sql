-- The roles, and what each may see and write (docs/decisions/0004). Nobody logs in as the last three: they own functions.
--
-- therapy_app       the API: the tenant of its transaction
-- therapy_caseload  the API for keys that are bound to a provider: of children, the caseload (docs/decisions/0040)
-- therapy_system    relay, couriers, sign-in, sealer and retention: few tables, across tenants
-- therapy_search    looks people up by name (docs/decisions/0027)
-- therapy_care      reads what decides who sees whom, and whose a record is (docs/decisions/0040, 0054)
-- therapy_eraser    erases (docs/decisions/0052)
--
-- The functions and procedures here are those that policies and migrations name. All others are in prisma/functions.

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['therapy_app', 'therapy_caseload', 'therapy_system', 'therapy_search', 'therapy_care',
      'therapy_eraser'] LOOP
    -- Roles are the server's: another database may have made them. `therapy migrate` lets app and system log in.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN EXECUTE format('CREATE ROLE %I NOLOGIN', name); END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA public, therapy TO %I', name);
  END LOOP;
END $$;

-- The application may become it, and has none of its rights by itself.
GRANT therapy_caseload TO therapy_app WITH INHERIT FALSE, SET TRUE;
-- Whoever migrates makes these the owners of their functions.
GRANT therapy_search, therapy_care, therapy_eraser TO CURRENT_USER;

-- Tenants -----------------------------------------------------------------------------------------

-- The first three are part of policies: a search_path would keep them from being inlined. The names in such a body are
-- bound when it is made.

-- The tenant of the transaction. A reused connection yields '' instead of NULL, hence NULLIF.
CREATE FUNCTION therapy.current_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.tenant', true), '');

-- Nobody's where no provider has entered: a restricted connection sees nothing until it says whose it is.
CREATE FUNCTION therapy.caseload() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('app.caseload', true), ''), '{}')::text[];

-- The provider who has entered, and those whom they supervise.
CREATE FUNCTION therapy.team() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('app.team', true), ''), '{}')::text[];

-- Isolates a table: row-level security forced, the application sees its own tenant only.
-- `privileges` is what the application may do; `system` lets the platform's own
-- processes work across tenants.
CREATE PROCEDURE therapy.isolate(tab regclass, privileges text, system text DEFAULT NULL)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
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

-- Organization
CALL therapy.isolate('tenants', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('locations', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('rooms', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('services', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('providers', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('supervisions', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('schedules', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('schedule_exceptions', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('closures', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('custom_field_definitions', 'SELECT, INSERT, UPDATE');
-- People
CALL therapy.isolate('clients', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('pets', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('children', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('guardianships', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('child_merges', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('care_team_members', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('consents', 'SELECT, INSERT, UPDATE');
-- Scheduling
CALL therapy.isolate('time_off', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('series', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('appointment_imports', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('appointments', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('appointment_changes', 'SELECT, INSERT');
CALL therapy.isolate('series_occurrences', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('group_waitlist_entries', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('waitlist_entries', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('freed_slots', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('waitlist_offers', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('calendar_feeds', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('reminder_policies', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('appointment_import_files', 'SELECT, INSERT, UPDATE, DELETE', 'DELETE');
CALL therapy.isolate('appointment_import_rows', 'SELECT, INSERT, UPDATE');
-- Clinical
CALL therapy.isolate('sessions', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('session_participants', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('note_templates', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('session_notes', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('session_note_versions', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('session_note_signatures', 'SELECT, INSERT');
CALL therapy.isolate('session_note_addenda', 'SELECT, INSERT');
CALL therapy.isolate('goals', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('session_goals', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('goal_measurements', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('goal_reviews', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('assessment_instruments', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('instrument_editions', 'SELECT, INSERT');
CALL therapy.isolate('assessment_schedules', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('assessments', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('assessment_corrections', 'SELECT, INSERT');
CALL therapy.isolate('form_templates', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('form_template_versions', 'SELECT, INSERT');
CALL therapy.isolate('form_responses', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('form_signatures', 'SELECT, INSERT');
CALL therapy.isolate('attachments', 'SELECT, INSERT, UPDATE');
-- Early intervention
CALL therapy.isolate('clock_sets', 'SELECT, INSERT');
CALL therapy.isolate('holiday_calendars', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('family_check_in_question_sets', 'SELECT, INSERT');
CALL therapy.isolate('early_intervention_programs', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('program_deadlines', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('family_check_ins', 'SELECT, INSERT, UPDATE');
-- Billing
CALL therapy.isolate('cancellation_policies', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('orders', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('order_lines', 'SELECT, INSERT');
CALL therapy.isolate('payments', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('treatment_cycles', 'SELECT, INSERT, UPDATE');
-- Privacy
CALL therapy.isolate('break_glass_grants', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('person_exports', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('erasures', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('processing_restrictions', 'SELECT, INSERT, UPDATE');
-- Platform
CALL therapy.isolate('api_keys', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('refresh_tokens', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('revoked_tokens', 'SELECT, INSERT, DELETE', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('idempotency_keys', 'SELECT, INSERT, DELETE', 'SELECT, DELETE');
CALL therapy.isolate('outbox', 'SELECT, INSERT', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('file_removals', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('audit_entries', 'SELECT', 'SELECT');
CALL therapy.isolate('audit_seals', 'SELECT', 'SELECT, INSERT');
CALL therapy.isolate('audit_heads', 'SELECT', 'SELECT, INSERT');
-- Messaging
CALL therapy.isolate('follow_ups', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('follow_up_steps', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('messages', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('one_time_links', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
CALL therapy.isolate('feedback', 'SELECT, INSERT');
-- Webhooks
CALL therapy.isolate('webhook_endpoints', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('webhook_recoveries', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('webhook_deliveries', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT');
CALL therapy.isolate('webhook_attempts', 'SELECT', 'SELECT, INSERT, DELETE');
-- Agents
CALL therapy.isolate('agent_runs', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('agent_actions', 'SELECT, INSERT, UPDATE');

-- A row's place in the audit trail is the database's to give: nobody who writes rows chooses seq or xid.
GRANT INSERT (tenant_id, id, occurred_at, actor_kind, actor_id, action, outcome, code, http_status, subject_type,
  subject_id, request_id, workflow_id, changes) ON audit_entries TO therapy_app, therapy_caseload, therapy_system;

-- The platform's own processes --------------------------------------------------------------------

-- No tenant's data.
GRANT SELECT, INSERT ON signing_keys TO therapy_system;
GRANT SELECT, INSERT, DELETE ON operator_tokens TO therapy_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO therapy_system;

-- They change the columns that relay, couriers and sign-in write, and no others.
GRANT UPDATE (done_at, attempts, available_at, last_error) ON outbox TO therapy_system;
GRANT UPDATE (courier, failing_started_at, breaker_openings, breaker_until) ON webhook_endpoints TO therapy_system;
GRANT UPDATE (attempt_count, status, next_attempt_at, last_reason, finished_at, updated_at) ON webhook_deliveries
  TO therapy_system;
GRANT UPDATE (last_used_at) ON api_keys TO therapy_system;
GRANT UPDATE (spent_at, revoked_at) ON refresh_tokens TO therapy_system;
GRANT UPDATE (retired_at) ON signing_keys TO therapy_system;
GRANT UPDATE (revoked_at) ON operator_tokens TO therapy_system;

-- Retention sees of a message when it was made and forgets where it went; of an import, it forgets the text.
CREATE POLICY platform ON messages TO therapy_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, created_at, status, sealed_address, sealed_variables, version) ON messages TO therapy_system;
GRANT UPDATE (sealed_address, sealed_variables, version) ON messages TO therapy_system;
CREATE POLICY platform ON appointment_import_rows TO therapy_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, updated_at, source, pending, version) ON appointment_import_rows TO therapy_system;
GRANT UPDATE (source, version) ON appointment_import_rows TO therapy_system;
GRANT SELECT (ctid, created_at) ON appointment_import_files TO therapy_system;

-- Caseloads ---------------------------------------------------------------------------------------

-- Policies of tables that name their subject by id need its name. It sees nothing until prisma/functions/caseloads.sql
-- replaces it.
CREATE FUNCTION therapy.sees(subject text) RETURNS boolean LANGUAGE sql STABLE RETURN false;

-- Restricts a table to the rows that a condition holds for.
CREATE PROCEDURE therapy.restrict_where(tab regclass, condition text)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('CREATE POLICY caseload ON %s AS RESTRICTIVE TO therapy_caseload USING (%s)', tab, condition);
END $$;

-- Restricts a table to the caseload: its rows belong to a child (`child_id`), or to a row of a table that is
-- restricted (`CALL therapy.restrict('session_notes', 'session_id', 'sessions')`), which may be none.
CREATE PROCEDURE therapy.restrict(tab regclass, col text DEFAULT 'child_id', parent regclass DEFAULT NULL)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF parent IS NULL THEN
    CALL therapy.restrict_where(tab, format('%I = ANY ((SELECT therapy.caseload())::text[])', col));
  ELSE
    CALL therapy.restrict_where(tab, format(
      '%2$I IS NULL OR EXISTS (SELECT FROM %3$s parent WHERE parent.tenant_id = %1$s.tenant_id AND parent.id = %1$s.%2$I)',
      tab, col, parent));
  END IF;
END $$;

-- People
CALL therapy.restrict('children', 'id');
CALL therapy.restrict_where('clients',
  'EXISTS (SELECT FROM guardianships g WHERE g.tenant_id = clients.tenant_id AND g.client_id = clients.id)');
CALL therapy.restrict('pets', 'client_id', 'clients');
CALL therapy.restrict('guardianships');
CALL therapy.restrict('child_merges', 'survivor_id');
CALL therapy.restrict('care_team_members');
CALL therapy.restrict('consents');
-- Scheduling
-- One's own diary stays readable, and a group is nobody's secret. An OR keeps an index from being used, so the caseload
-- is hashed here.
CALL therapy.restrict_where('appointments',
  'provider_id = ANY ((SELECT therapy.team())::text[]) OR child_id IS NULL OR child_id IN (SELECT unnest(therapy.caseload()))');
CALL therapy.restrict('series');
CALL therapy.restrict('appointment_changes', 'appointment_id', 'appointments');
CALL therapy.restrict('series_occurrences', 'series_id', 'series');
CALL therapy.restrict('group_waitlist_entries');
CALL therapy.restrict('waitlist_entries');
CALL therapy.restrict('waitlist_offers', 'entry_id', 'waitlist_entries');
CALL therapy.restrict_where('calendar_feeds',
  'provider_id = ANY ((SELECT therapy.team())::text[]) OR child_id IN (SELECT unnest(therapy.caseload()))');
CALL therapy.restrict('reminder_policies', 'client_id', 'clients');
-- A file names children whom nobody has looked up yet: it is the centre's.
CALL therapy.restrict_where('appointment_import_files', 'false');
CALL therapy.restrict('appointment_import_rows');
-- Clinical
CALL therapy.restrict('sessions');
CALL therapy.restrict('session_participants', 'session_id', 'sessions');
CALL therapy.restrict('session_goals', 'session_id', 'sessions');
CALL therapy.restrict('session_notes', 'session_id', 'sessions');
CALL therapy.restrict('session_note_versions', 'note_id', 'session_notes');
CALL therapy.restrict('session_note_signatures', 'note_id', 'session_notes');
CALL therapy.restrict('session_note_addenda', 'note_id', 'session_notes');
CALL therapy.restrict('goals');
CALL therapy.restrict('goal_measurements', 'goal_id', 'goals');
CALL therapy.restrict('goal_reviews', 'goal_id', 'goals');
CALL therapy.restrict('assessment_schedules');
CALL therapy.restrict('assessments');
CALL therapy.restrict('assessment_corrections', 'assessment_id', 'assessments');
CALL therapy.restrict('form_responses');
CALL therapy.restrict('form_signatures', 'response_id', 'form_responses');
CALL therapy.restrict('attachments');
-- Early intervention
CALL therapy.restrict('early_intervention_programs');
CALL therapy.restrict('program_deadlines', 'program_id', 'early_intervention_programs');
CALL therapy.restrict('family_check_ins', 'program_id', 'early_intervention_programs');
-- Billing
CALL therapy.restrict('orders');
CALL therapy.restrict('order_lines', 'order_id', 'orders');
CALL therapy.restrict('payments', 'order_id', 'orders');
CALL therapy.restrict('treatment_cycles');
-- Privacy
CALL therapy.restrict_where('break_glass_grants', 'provider_id = ANY ((SELECT therapy.team())::text[])');
CALL therapy.restrict('person_exports');
CALL therapy.restrict('erasures');
CALL therapy.restrict('processing_restrictions');
-- Messaging and agents
CALL therapy.restrict_where('follow_ups', 'therapy.sees(subject_id)');
CALL therapy.restrict('follow_up_steps', 'follow_up_id', 'follow_ups');
CALL therapy.restrict_where('messages', 'therapy.sees(subject_id)');
CALL therapy.restrict_where('one_time_links', 'therapy.sees(subject_id)');
CALL therapy.restrict('feedback', 'appointment_id', 'appointments');
CALL therapy.restrict_where('agent_actions', 'therapy.sees(subject_id)');

-- Restrictions of processing are the centre's to know of.
CREATE POLICY restriction ON messages AS RESTRICTIVE TO therapy_caseload USING (subject_type <> 'processingRestriction');
CREATE POLICY restriction ON follow_ups AS RESTRICTIVE TO therapy_caseload USING (subject_type <> 'processingRestriction');

-- A provider's key signs in no other's name (docs/decisions/0064).
CREATE POLICY signs_as_itself ON session_note_signatures AS RESTRICTIVE FOR INSERT TO therapy_caseload
  WITH CHECK (provider_id = current_setting('app.provider', true) AND NOT on_behalf);
CREATE POLICY signs_as_itself ON session_note_addenda AS RESTRICTIVE FOR INSERT TO therapy_caseload
  WITH CHECK (provider_id = current_setting('app.provider', true) AND NOT on_behalf);

-- What decides who sees whom, and whose a record is: these columns, of the transaction's tenant.
DO $$
DECLARE tab text; cols text;
BEGIN
  FOR tab, cols IN VALUES
    ('children', 'id, primary_provider_id'),
    ('care_team_members', 'id, child_id, provider_id, starts_at, ends_at'),
    ('break_glass_grants', 'id, child_id, provider_id, expires_at, ended_at'),
    ('sessions', 'id, child_id, provider_id, started_at'),
    ('early_intervention_programs', 'id, child_id, service_coordinator_id, status'),
    ('supervisions', 'provider_id, supervisor_id, ended_at'),
    ('appointments', 'id, child_id, provider_id, room_id, group_id, seat, service_id, status, starts_at, ends_at, busy_from,
      busy_until, held_until'),
    ('processing_restrictions', 'id, person_id, client_id, ground, lifted_at'),
    ('guardianships', 'id, child_id'),
    ('consents', 'id, child_id'),
    ('series', 'id, child_id'),
    ('group_waitlist_entries', 'id, child_id'),
    ('waitlist_entries', 'id, child_id'),
    ('waitlist_offers', 'id, entry_id'),
    ('calendar_feeds', 'id, child_id'),
    ('feedback', 'id, appointment_id'),
    ('session_notes', 'id, session_id'),
    ('goals', 'id, child_id'),
    ('goal_measurements', 'id, goal_id'),
    ('goal_reviews', 'id, goal_id'),
    ('form_responses', 'id, child_id'),
    ('assessment_schedules', 'id, child_id'),
    ('assessments', 'id, child_id'),
    ('treatment_cycles', 'id, child_id'),
    ('attachments', 'id, child_id'),
    ('orders', 'id, child_id'),
    ('family_check_ins', 'id, program_id'),
    ('payments', 'id, order_id'),
    ('messages', 'id, subject_id'),
    ('person_exports', 'id, child_id'),
    ('erasures', 'id, child_id')
  LOOP
    EXECUTE format('GRANT SELECT (tenant_id, %s) ON %I TO therapy_care', cols, tab);
    EXECUTE format(
      'CREATE POLICY care ON %I FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant())', tab);
  END LOOP;
END $$;
-- Of the trail, whom a read showed (docs/decisions/0041). The function that looks names the tenant: a policy would keep
-- it from the index.
GRANT SELECT (tenant_id, id, occurred_at, outcome, subject_id, changes) ON audit_entries TO therapy_care;
CREATE POLICY care ON audit_entries FOR SELECT TO therapy_care USING (true);

-- Search by name ----------------------------------------------------------------------------------

GRANT SELECT (tenant_id, id, search_name, archived_at) ON children, clients TO therapy_search;
CREATE POLICY search ON children FOR SELECT TO therapy_search USING (true);
CREATE POLICY search ON clients FOR SELECT TO therapy_search USING (true);
GRANT SELECT (tenant_id, child_id, client_id) ON guardianships TO therapy_search;
CREATE POLICY search ON guardianships FOR SELECT TO therapy_search USING (tenant_id = therapy.current_tenant());

-- Erasures ----------------------------------------------------------------------------------------

-- Lets erasures reach a table: those that hold something about a person (the domain's list of tables of a person).
CREATE PROCEDURE therapy.erasable(tab regclass)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('GRANT SELECT, UPDATE, DELETE ON %s TO therapy_eraser', tab);
  EXECUTE format('CREATE POLICY erasure ON %s TO therapy_eraser
    USING (tenant_id = therapy.current_tenant()) WITH CHECK (tenant_id = therapy.current_tenant())', tab);
END $$;

-- What is a caseload's is a person's.
DO $$
DECLARE tab regclass;
BEGIN
  FOR tab IN SELECT polrelid::regclass FROM pg_policy WHERE polname = 'caseload' LOOP CALL therapy.erasable(tab); END LOOP;
END $$;
GRANT SELECT (tenant_id, default_time_zone, clinical_retention_years, child_retention_age, financial_retention_years)
  ON tenants TO therapy_eraser;
CREATE POLICY erasure ON tenants FOR SELECT TO therapy_eraser USING (tenant_id = therapy.current_tenant());

-- Large objects -----------------------------------------------------------------------------------

-- They have no tenant: what one session keeps there, every session reads. Revoking takes the database's superuser;
-- elsewhere PostgreSQL warns and goes on.
DO $$
DECLARE routine regprocedure;
BEGIN
  FOR routine IN SELECT oid FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^lo(_.*|read|write)$'
      AND has_function_privilege('public', oid, 'EXECUTE')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', routine);
  END LOOP;
END $$;
