-- The roles, and what each may see and write. Only app and system log in.
--
-- therapy_app        the API: the tenant of its transaction
-- therapy_caseload   the API for keys that are bound to a provider: of children, only the caseload
-- therapy_locations  the API for users who are bound to locations: what is there, and the children of these
-- therapy_system     relay, couriers, sign-in, sealer and retention: few tables, across tenants
-- therapy_search     looks people up by name
-- therapy_care       reads what decides who sees whom, and whose a record is
-- therapy_eraser     erases
-- therapy_closer     removes centres
--
-- Functions and procedures that policies and migrations use are here. All others are in prisma/functions.

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['therapy_app', 'therapy_caseload', 'therapy_locations', 'therapy_system', 'therapy_search',
      'therapy_care', 'therapy_eraser', 'therapy_closer'] LOOP
    -- Roles belong to the server: another database may have made them. `therapy migrate` gives app and system passwords.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN EXECUTE format('CREATE ROLE %I NOLOGIN', name); END IF;
  END LOOP;
END $$;
GRANT USAGE ON SCHEMA public, therapy TO therapy_app, therapy_caseload, therapy_system, therapy_search, therapy_care,
  therapy_eraser, therapy_closer;

-- The application can switch to these roles and has none of their rights by itself.
GRANT therapy_caseload, therapy_locations TO therapy_app WITH INHERIT FALSE, SET TRUE;
-- What restricts caseloads restricts locations too, in later tables as well: the caseload of a location's user is the
-- children of the location.
GRANT therapy_caseload TO therapy_locations WITH INHERIT TRUE, SET FALSE;
-- The migrating user makes these the owners of their functions.
GRANT therapy_search, therapy_care, therapy_eraser, therapy_closer TO CURRENT_USER;

-- Who is asking -----------------------------------------------------------------------------------

-- These functions are part of policies: a search_path would keep them from being inlined. The names in such a body are
-- bound when it is created.

-- The tenant of the transaction. A reused connection yields '' instead of NULL, hence NULLIF.
CREATE FUNCTION therapy.current_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN NULLIF(current_setting('app.tenant', true), '');

-- The children of the caseload. Empty until a provider is set: a restricted connection sees nothing by default.
CREATE FUNCTION therapy.caseload() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('app.caseload', true), ''), '{}')::text[];

-- The provider, and the providers they supervise.
CREATE FUNCTION therapy.team() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('app.team', true), ''), '{}')::text[];

-- The locations that a user is bound to. Empty until they are set.
CREATE FUNCTION therapy.locations() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN COALESCE(NULLIF(current_setting('app.locations', true), ''), '{}')::text[];

-- The tenant of the transaction, once it may be removed, by the clock of the database.
CREATE FUNCTION therapy.closing_tenant() RETURNS text LANGUAGE sql STABLE
  RETURN (SELECT t.tenant_id FROM public.tenants t WHERE t.tenant_id = therapy.current_tenant() AND t.closes_at <= now());

-- Tenants -----------------------------------------------------------------------------------------

-- Lets the rows of a closed centre be removed from a table.
CREATE PROCEDURE therapy.removable(tab regclass)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('GRANT SELECT, DELETE ON %s TO therapy_closer', tab);
  EXECUTE format('CREATE POLICY closing ON %s TO therapy_closer
    USING (tenant_id = (SELECT therapy.closing_tenant())) WITH CHECK (false)', tab);
END $$;

-- Isolates a table: row-level security is forced, and the application sees only its own tenant. `privileges` is what the
-- application may do; `system` is what the platform's own processes may do across tenants.
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
  CALL therapy.removable(tab);
END $$;

-- Organization
CALL therapy.isolate('tenants', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('locations', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('rooms', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('services', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('providers', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('provider_licenses', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('supervisions', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('supervision_delegates', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('schedules', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('schedule_exceptions', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('closures', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('custom_field_definitions', 'SELECT, INSERT, UPDATE');
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
-- Staff
CALL therapy.isolate('roles', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('users', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('sso_connections', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('sso_domains', 'SELECT, INSERT, DELETE', 'SELECT');
CALL therapy.isolate('sso_sign_ins', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
CALL therapy.isolate('user_sessions', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
CALL therapy.isolate('sign_in_links', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
CALL therapy.isolate('authorization_codes', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
CALL therapy.isolate('passkeys', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('recovery_codes', 'SELECT, INSERT, UPDATE');
-- People
CALL therapy.isolate('labels', 'SELECT, INSERT, UPDATE');
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
CALL therapy.isolate('form_responses', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('form_signatures', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('attachments', 'SELECT, INSERT, UPDATE');
-- Early intervention
CALL therapy.isolate('clock_sets', 'SELECT, INSERT');
CALL therapy.isolate('deadline_recalculations', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('family_check_in_question_sets', 'SELECT, INSERT');
CALL therapy.isolate('early_intervention_programs', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('program_deadlines', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('family_check_ins', 'SELECT, INSERT, UPDATE');
-- Receivables
CALL therapy.isolate('payers', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('legal_entities', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('discount_codes', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('orders', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('order_lines', 'SELECT, INSERT');
CALL therapy.isolate('discount_code_redemptions', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('session_packages', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('session_package_movements', 'SELECT, INSERT');
CALL therapy.isolate('treatment_cycles', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('invoices', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('invoice_counters', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('invoice_orders', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('dunnings', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('superbills', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('ledger_accounts', 'SELECT, INSERT');
CALL therapy.isolate('ledger_transactions', 'SELECT, INSERT');
CALL therapy.isolate('ledger_entries', 'SELECT, INSERT');
CALL therapy.isolate('ledger_balances', 'SELECT, INSERT, UPDATE');
-- Payments
CALL therapy.isolate('cancellation_policies', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('payment_accounts', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('payments', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('refunds', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('disputes', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('credit_balances', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('credit_payouts', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('credit_movements', 'SELECT, INSERT');
-- Payouts
CALL therapy.isolate('split_terms', 'SELECT, INSERT');
CALL therapy.isolate('payout_accounts', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('settlements', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('settlement_lines', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('reserves', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('reserve_releases', 'SELECT, INSERT, UPDATE');
-- Marketplace
CALL therapy.isolate('onboarding_plans', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('onboarding_plan_versions', 'SELECT, INSERT');
CALL therapy.isolate('provider_onboardings', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('onboarding_items', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('onboarding_references', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('onboarding_stages', 'SELECT, INSERT');
CALL therapy.isolate('matching_needs', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('matching_settings', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('therapist_matches', 'SELECT, INSERT');
CALL therapy.isolate('lead_forms', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('lead_intakes', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('leads', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('lead_stages', 'SELECT, INSERT');
CALL therapy.isolate('lead_contact_attempts', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('lead_offers', 'SELECT, INSERT, UPDATE');
-- Knowledge
CALL therapy.isolate('assistants', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('assistant_versions', 'SELECT, INSERT');
CALL therapy.isolate('knowledge_documents', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('knowledge_passages', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('knowledge_terms', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('knowledge_words', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('knowledge_vectors', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('ai_models', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('ai_model_calls', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('curated_answers', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('kept_answers', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('evaluations', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('evaluation_runs', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('evaluation_results', 'SELECT, INSERT, UPDATE');
-- Analytics
CALL therapy.isolate('analytics_changes', 'SELECT, INSERT, DELETE', 'SELECT');
CALL therapy.isolate('analytics_days', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('analytics_months', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('analytics_rebuilds', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');
-- Privacy
CALL therapy.isolate('break_glass_grants', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('person_exports', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('erasures', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('processing_restrictions', 'SELECT, INSERT, UPDATE');
-- Messaging
CALL therapy.isolate('follow_ups', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('follow_up_steps', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('messages', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('one_time_links', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
CALL therapy.isolate('feedback', 'SELECT, INSERT');
CALL therapy.isolate('tasks', 'SELECT, INSERT, UPDATE');
-- Agents
CALL therapy.isolate('agents', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('agent_versions', 'SELECT, INSERT');
CALL therapy.isolate('agent_runs', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('agent_run_steps', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('agent_awaited_events', 'SELECT, INSERT, DELETE');
CALL therapy.isolate('agent_triggers', 'SELECT, INSERT, DELETE', 'SELECT');
CALL therapy.isolate('performed_actions', 'SELECT, INSERT');
CALL therapy.isolate('recommendation_dismissals', 'SELECT, INSERT, UPDATE');
-- Webhooks
CALL therapy.isolate('webhook_endpoints', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('webhook_recoveries', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('webhook_deliveries', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT');
CALL therapy.isolate('webhook_attempts', 'SELECT', 'SELECT, INSERT, DELETE');

-- Two things of a closed centre stay: its row in tenants, and its audit trail with the seals.
DO $$
DECLARE tab text;
BEGIN
  FOREACH tab IN ARRAY ARRAY['tenants', 'audit_entries', 'audit_seals', 'audit_heads'] LOOP
    EXECUTE format('DROP POLICY closing ON %I', tab);
    EXECUTE format('REVOKE ALL ON %I FROM therapy_closer', tab);
  END LOOP;
END $$;
GRANT SELECT (tenant_id, closes_at) ON tenants TO therapy_closer;
CREATE POLICY closing ON tenants FOR SELECT TO therapy_closer USING (tenant_id = therapy.current_tenant());

-- The database sets seq and xid of an audit entry: they are not granted.
GRANT INSERT (tenant_id, id, occurred_at, actor_kind, actor_id, actor_through, action, outcome, code, http_status, subject_type,
  subject_id, request_id, workflow_id, changes) ON audit_entries TO therapy_app, therapy_caseload, therapy_system;

-- The platform's own processes --------------------------------------------------------------------

-- Tables without tenants.
GRANT SELECT, INSERT ON signing_keys TO therapy_system;
GRANT SELECT, INSERT, DELETE ON operator_tokens, passkey_challenges TO therapy_system;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO therapy_system;

-- The columns that relay, couriers and sign-in change.
GRANT UPDATE (done_at, attempts, available_at, last_error) ON outbox TO therapy_system;
GRANT UPDATE (courier, failing_started_at, breaker_openings, breaker_until) ON webhook_endpoints TO therapy_system;
GRANT UPDATE (attempt_count, status, next_attempt_at, last_status_code, last_reason, finished_at, updated_at)
  ON webhook_deliveries TO therapy_system;
GRANT UPDATE (last_used_at) ON api_keys TO therapy_system;
GRANT UPDATE (spent_at, revoked_at) ON refresh_tokens TO therapy_system;
GRANT UPDATE (retired_at) ON signing_keys TO therapy_system;
GRANT UPDATE (revoked_at) ON operator_tokens TO therapy_system;
GRANT UPDATE (token_hash, previous_token_hash, rotated_at, last_used_at, revoked_at) ON user_sessions TO therapy_system;

-- Retention sees when a message was made and removes where it went; of an import it removes the text.
CREATE POLICY platform ON messages TO therapy_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, created_at, status, recipient_type, sealed_address, sealed_variables, version),
  UPDATE (sealed_address, sealed_variables, version) ON messages TO therapy_system;
CREATE POLICY platform ON appointment_import_rows TO therapy_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, updated_at, source, pending, version), UPDATE (source, version)
  ON appointment_import_rows TO therapy_system;
GRANT SELECT (ctid, created_at) ON appointment_import_files TO therapy_system;
-- Matches that name no child, and inquiries that were not verified, are removed by their age.
CREATE POLICY platform ON therapist_matches TO therapy_system USING (child_id IS NULL);
GRANT SELECT (ctid, created_at, child_id), DELETE ON therapist_matches TO therapy_system;
CREATE POLICY platform ON lead_intakes TO therapy_system USING (true);
GRANT SELECT (ctid, expires_at), DELETE ON lead_intakes TO therapy_system;
-- Calls of models are removed by their age, and their texts before that.
CREATE POLICY platform ON ai_model_calls TO therapy_system USING (true);
GRANT SELECT (ctid, created_at, child_id, texts_until, version), UPDATE (prompt, answer, texts_until, version), DELETE
  ON ai_model_calls TO therapy_system;
-- Kept answers are removed by their age, but not while the child's processing is restricted.
CREATE POLICY platform ON kept_answers TO therapy_system USING (true);
GRANT SELECT (ctid, tenant_id, child_id, expires_at), DELETE ON kept_answers TO therapy_system;
CREATE POLICY platform ON processing_restrictions FOR SELECT TO therapy_system USING (true);
GRANT SELECT (tenant_id, person_id, lifted_at) ON processing_restrictions TO therapy_system;

-- The watch over licenses reads what is due.
CREATE POLICY platform ON provider_licenses TO therapy_system USING (watch_at IS NOT NULL);
GRANT SELECT (tenant_id, id, watch_at) ON provider_licenses TO therapy_system;

-- Public pages and webhooks name a record, not a centre.
CREATE POLICY platform ON lead_forms FOR SELECT TO therapy_system USING (true);
GRANT SELECT (tenant_id, id, active) ON lead_forms TO therapy_system;
CREATE POLICY webhooks ON payment_accounts FOR SELECT TO therapy_system USING (sealed_webhook_secret IS NOT NULL);
GRANT SELECT (tenant_id, id, is_live, gateway_account_id, sealed_webhook_secret) ON payment_accounts TO therapy_system;
CREATE POLICY webhooks ON agents FOR SELECT TO therapy_system USING (webhook_token_hash IS NOT NULL);
GRANT SELECT (tenant_id, id, webhook_token_hash) ON agents TO therapy_system;

-- Metrics count runs of agents that are under way, and agents that fail.
CREATE POLICY platform ON agent_runs FOR SELECT TO therapy_system USING (finished_at IS NULL);
GRANT SELECT (tenant_id, id, agent_id, status, updated_at, finished_at) ON agent_runs TO therapy_system;
CREATE POLICY platform ON agent_run_steps FOR SELECT TO therapy_system USING (true);
GRANT SELECT (tenant_id, run_id, status, waits_until, created_at, updated_at) ON agent_run_steps TO therapy_system;
CREATE POLICY platform ON agents FOR SELECT TO therapy_system USING (failures_in_a_row > 0);
GRANT SELECT (failures_in_a_row, pause_reason) ON agents TO therapy_system;

-- Caseloads ---------------------------------------------------------------------------------------

-- Whether the caller sees a record that is named only by its id. Sees nothing until prisma/functions/caseloads.sql
-- replaces it; policies need the name now.
CREATE FUNCTION therapy.sees(subject text) RETURNS boolean LANGUAGE sql STABLE RETURN false;

-- Restricts a table to the rows that meet a condition.
CREATE PROCEDURE therapy.restrict_where(tab regclass, condition text)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('CREATE POLICY caseload ON %s AS RESTRICTIVE TO therapy_caseload USING (%s)', tab, condition);
END $$;

-- Restricts a table to the caseload: its rows belong to a child (`child_id`), or to a row of another restricted table
-- (`CALL therapy.restrict('session_notes', 'session_id', 'sessions')`), which may be null.
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

-- Restricts a table to the caseload and to the provider's own rows, or to providers of the user's locations. Supervisors do
-- not read the documents of the providers they supervise.
CREATE PROCEDURE therapy.restrict_to_child_or_provider(tab regclass)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  CALL therapy.restrict_where(tab, format(
    'child_id IN (SELECT unnest(therapy.caseload())) OR provider_id = (SELECT current_setting(''app.provider'', true))
     OR EXISTS (SELECT FROM providers p WHERE p.tenant_id = %1$s.tenant_id AND p.id = %1$s.provider_id
       AND therapy.locations() <> ''{}'' AND (p.location_ids = ''{}'' OR p.location_ids && therapy.locations()))', tab));
END $$;

-- People
-- Guardians without a child yet are seen by the users of their location only.
CALL therapy.restrict_where('clients',
  'location_id = ANY ((SELECT therapy.locations())::text[])
    OR EXISTS (SELECT FROM guardianships g WHERE g.tenant_id = clients.tenant_id AND g.client_id = clients.id)');
CALL therapy.restrict('pets', 'client_id', 'clients');
CALL therapy.restrict('children', 'id');
CALL therapy.restrict('guardianships');
CALL therapy.restrict('child_merges', 'survivor_id');
CALL therapy.restrict('care_team_members');
CALL therapy.restrict('consents');
-- Scheduling
-- A series of groups belongs to no child.
CALL therapy.restrict_where('series', 'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
-- A provider's own schedule stays readable, and a group belongs to no child. An OR keeps an index from being used, so
-- the caseload is hashed.
CALL therapy.restrict_where('appointments',
  'provider_id = ANY ((SELECT therapy.team())::text[]) OR child_id IS NULL
    OR child_id IN (SELECT unnest(therapy.caseload()))');
CALL therapy.restrict('appointment_changes', 'appointment_id', 'appointments');
CALL therapy.restrict('series_occurrences', 'series_id', 'series');
CALL therapy.restrict('group_waitlist_entries');
CALL therapy.restrict('waitlist_entries');
CALL therapy.restrict('waitlist_offers', 'entry_id', 'waitlist_entries');
CALL therapy.restrict_where('calendar_feeds',
  'provider_id = ANY ((SELECT therapy.team())::text[]) OR child_id IN (SELECT unnest(therapy.caseload()))');
CALL therapy.restrict('reminder_policies', 'client_id', 'clients');
-- A file names children who have not been looked up yet: only the whole centre reads it.
CALL therapy.restrict_where('appointment_import_files', 'false');
CALL therapy.restrict('appointment_import_rows');
-- Clinical
CALL therapy.restrict('sessions');
CALL therapy.restrict('session_participants', 'session_id', 'sessions');
CALL therapy.restrict('session_notes', 'session_id', 'sessions');
CALL therapy.restrict('session_note_versions', 'note_id', 'session_notes');
CALL therapy.restrict('session_note_signatures', 'note_id', 'session_notes');
CALL therapy.restrict('session_note_addenda', 'note_id', 'session_notes');
CALL therapy.restrict('goals');
CALL therapy.restrict('session_goals', 'session_id', 'sessions');
CALL therapy.restrict('goal_measurements', 'goal_id', 'goals');
CALL therapy.restrict('goal_reviews', 'goal_id', 'goals');
CALL therapy.restrict('assessment_schedules');
CALL therapy.restrict('assessments');
CALL therapy.restrict('assessment_corrections', 'assessment_id', 'assessments');
-- About a child, or a provider's own.
CALL therapy.restrict_to_child_or_provider('form_responses');
CALL therapy.restrict('form_signatures', 'response_id', 'form_responses');
-- A child's file, or a provider's own.
CALL therapy.restrict_to_child_or_provider('attachments');
-- Early intervention
CALL therapy.restrict('early_intervention_programs');
CALL therapy.restrict('program_deadlines', 'program_id', 'early_intervention_programs');
CALL therapy.restrict('family_check_ins', 'program_id', 'early_intervention_programs');
-- Receivables
CALL therapy.restrict('payers', 'client_id', 'clients');
CALL therapy.restrict('orders');
CALL therapy.restrict('order_lines', 'order_id', 'orders');
-- The centre counts who used a code.
CALL therapy.restrict_where('discount_code_redemptions', 'false');
CALL therapy.restrict('session_packages');
CALL therapy.restrict('session_package_movements', 'package_id', 'session_packages');
CALL therapy.restrict('treatment_cycles');
-- Money of the centre.
CALL therapy.restrict_where('invoices', 'false');
CALL therapy.restrict_where('invoice_counters', 'false');
CALL therapy.restrict_where('invoice_orders', 'false');
CALL therapy.restrict_where('dunnings', 'false');
CALL therapy.restrict('superbills');
-- The books belong to the whole centre: postings of a caller who sees a part of it are made as the centre.
CALL therapy.restrict_where('ledger_accounts', 'false');
CALL therapy.restrict_where('ledger_transactions', 'false');
CALL therapy.restrict_where('ledger_entries', 'false');
CALL therapy.restrict_where('ledger_balances', 'false');
-- Payments
CALL therapy.restrict('payments', 'order_id', 'orders');
CALL therapy.restrict('refunds', 'payment_id', 'payments');
CALL therapy.restrict('disputes', 'payment_id', 'payments');
-- Money of the centre.
CALL therapy.restrict_where('credit_balances', 'false');
CALL therapy.restrict_where('credit_payouts', 'false');
CALL therapy.restrict_where('credit_movements', 'false');
-- Payouts
-- Money of the centre.
CALL therapy.restrict_where('split_terms', 'false');
CALL therapy.restrict_where('payout_accounts', 'false');
CALL therapy.restrict_where('settlements', 'false');
CALL therapy.restrict_where('settlement_lines', 'false');
CALL therapy.restrict_where('reserves', 'false');
CALL therapy.restrict_where('reserve_releases', 'false');
-- Marketplace
-- Read by the whole centre and by users of the locations where the provider works. Referees were told that only the
-- centre reads their answers, so a provider does not.
CALL therapy.restrict_where('provider_onboardings',
  'EXISTS (SELECT FROM providers p WHERE p.tenant_id = provider_onboardings.tenant_id
    AND p.id = provider_onboardings.provider_id AND therapy.locations() <> ''{}'' AND (p.location_ids = ''{}''
    OR p.location_ids && therapy.locations()))');
CALL therapy.restrict('onboarding_items', 'onboarding_id', 'provider_onboardings');
CALL therapy.restrict('onboarding_references', 'onboarding_id', 'provider_onboardings');
CALL therapy.restrict('onboarding_stages', 'onboarding_id', 'provider_onboardings');
CALL therapy.restrict_where('therapist_matches',
  'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
-- No user reads it.
CALL therapy.restrict_where('lead_intakes', 'false');
-- A lead is no child of anybody's yet: keys of providers see none, users of locations those of their locations.
CALL therapy.restrict_where('leads', 'location_id = ANY ((SELECT therapy.locations())::text[])');
CALL therapy.restrict('lead_stages', 'lead_id', 'leads');
CALL therapy.restrict('lead_contact_attempts', 'lead_id', 'leads');
CALL therapy.restrict('lead_offers', 'lead_id', 'leads');
-- Knowledge
CALL therapy.restrict_where('ai_model_calls',
  'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
CALL therapy.restrict_where('kept_answers', 'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
-- Analytics
-- Users of locations see the figures of these.
CALL therapy.restrict_where('analytics_days', 'location_id = ANY ((SELECT therapy.locations())::text[])');
CALL therapy.restrict_where('analytics_months', 'location_id = ANY ((SELECT therapy.locations())::text[])');
-- Privacy
CALL therapy.restrict_where('break_glass_grants', 'provider_id = ANY ((SELECT therapy.team())::text[])');
CALL therapy.restrict('person_exports');
CALL therapy.restrict('erasures');
CALL therapy.restrict('processing_restrictions');
-- Messaging
CALL therapy.restrict_where('follow_ups', 'therapy.sees(subject_id)');
CALL therapy.restrict('follow_up_steps', 'follow_up_id', 'follow_ups');
CALL therapy.restrict_where('messages', 'therapy.sees(subject_id)');
CALL therapy.restrict_where('one_time_links', 'therapy.sees(subject_id)');
CALL therapy.restrict('feedback', 'appointment_id', 'appointments');
-- Tasks about a step of an agent's run belong to the whole centre.
CALL therapy.restrict_where('tasks',
  '(child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])) AND (subject_id IS NULL
    OR therapy.sees(subject_id))');
-- Agents
-- Steps belong to the whole centre.
CALL therapy.restrict_where('agent_run_steps', 'false');
CALL therapy.restrict_where('performed_actions', 'subject_id IS NULL OR therapy.sees(subject_id)');
CALL therapy.restrict_where('recommendation_dismissals',
  'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');

-- Callers who are bound add these rows; they neither read nor take them.
DO $$
DECLARE tab text;
BEGIN
  FOREACH tab IN ARRAY ARRAY['agent_triggers', 'analytics_changes'] LOOP
    EXECUTE format('CREATE POLICY caseload_reads ON %I AS RESTRICTIVE FOR SELECT TO therapy_caseload USING (false)', tab);
    EXECUTE format('CREATE POLICY caseload_takes ON %I AS RESTRICTIVE FOR DELETE TO therapy_caseload USING (false)', tab);
  END LOOP;
END $$;
CREATE POLICY caseload_reads ON analytics_rebuilds AS RESTRICTIVE TO therapy_caseload USING (false);

-- Only the whole centre knows of restrictions of processing.
CREATE POLICY restriction ON messages AS RESTRICTIVE TO therapy_caseload USING (subject_type <> 'processingRestriction');
CREATE POLICY restriction ON follow_ups AS RESTRICTIVE TO therapy_caseload USING (subject_type <> 'processingRestriction');

-- A provider's key signs only in that provider's name.
CREATE POLICY signs_as_itself ON session_note_signatures AS RESTRICTIVE FOR INSERT TO therapy_caseload
  WITH CHECK (provider_id = current_setting('app.provider', true) AND NOT on_behalf);
CREATE POLICY signs_as_itself ON session_note_addenda AS RESTRICTIVE FOR INSERT TO therapy_caseload
  WITH CHECK (provider_id = current_setting('app.provider', true) AND NOT on_behalf);

-- Locations ---------------------------------------------------------------------------------------

-- Restricts a table to the user's locations: rows are seen and written only there.
CREATE PROCEDURE therapy.restrict_to_locations(tab regclass, condition text DEFAULT
  'location_id = ANY ((SELECT therapy.locations())::text[])')
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('CREATE POLICY location ON %s AS RESTRICTIVE TO therapy_locations USING (%s)', tab, condition);
END $$;

-- Restricts writes to the user's locations: everybody may read.
CREATE PROCEDURE therapy.restrict_writes_to_locations(tab regclass, condition text DEFAULT
  'location_id = ANY ((SELECT therapy.locations())::text[])')
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('CREATE POLICY location_added ON %s AS RESTRICTIVE FOR INSERT TO therapy_locations WITH CHECK (%s)', tab, condition);
  EXECUTE format('CREATE POLICY location_changed ON %s AS RESTRICTIVE FOR UPDATE TO therapy_locations USING (%s)', tab, condition);
  EXECUTE format('CREATE POLICY location_removed ON %s AS RESTRICTIVE FOR DELETE TO therapy_locations USING (%s)', tab, condition);
END $$;

-- Restricts a table to rows without a parent, or with one that the user sees.
CREATE PROCEDURE therapy.restrict_to_locations_of(tab regclass, col text, parent regclass)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  CALL therapy.restrict_to_locations(tab, format(
    '%2$I IS NULL OR EXISTS (SELECT FROM %3$s parent WHERE parent.tenant_id = %1$s.tenant_id AND parent.id = %1$s.%2$I)',
    tab, col, parent));
END $$;

-- Organization
CALL therapy.restrict_writes_to_locations('locations', 'id = ANY ((SELECT therapy.locations())::text[])');
CALL therapy.restrict_writes_to_locations('rooms');
-- A provider without locations works at all of them.
CALL therapy.restrict_writes_to_locations('providers',
  'location_ids = ''{}'' OR location_ids && (SELECT therapy.locations())::text[]');
-- Everybody may read licenses; they are changed where the provider works. A provider without locations works at all of
-- them.
CALL therapy.restrict_writes_to_locations('provider_licenses',
  'EXISTS (SELECT FROM providers p WHERE p.tenant_id = provider_licenses.tenant_id
    AND p.id = provider_licenses.provider_id AND (p.location_ids = ''{}''
    OR p.location_ids && (SELECT therapy.locations())::text[]))');
CALL therapy.restrict_writes_to_locations('schedules');
CALL therapy.restrict_writes_to_locations('schedule_exceptions');
CALL therapy.restrict_writes_to_locations('closures');
-- People
-- A merge moves records of every location.
CALL therapy.restrict_writes_to_locations('child_merges', 'false');
-- Scheduling
CALL therapy.restrict_to_locations('series');
CALL therapy.restrict_to_locations('appointments');
CALL therapy.restrict_to_locations_of('group_waitlist_entries', 'group_id', 'appointments');
CALL therapy.restrict_to_locations('waitlist_entries',
  'location_ids = ''{}'' OR location_ids && (SELECT therapy.locations())::text[]');
CALL therapy.restrict_to_locations('freed_slots');
CALL therapy.restrict_to_locations_of('waitlist_offers', 'freed_slot_id', 'freed_slots');
CALL therapy.restrict_to_locations('appointment_import_rows',
  'location_id IS NULL OR location_id = ANY ((SELECT therapy.locations())::text[])');
-- Clinical
CALL therapy.restrict_to_locations_of('sessions', 'appointment_id', 'appointments');
-- Without a location it is the child's.
CALL therapy.restrict_to_locations('assessment_schedules',
  'location_id IS NULL OR location_id = ANY ((SELECT therapy.locations())::text[])');
-- Early intervention
-- The caseload decides who sees a program; it is changed where it is.
CALL therapy.restrict_writes_to_locations('early_intervention_programs',
  'location_id IS NULL OR location_id = ANY ((SELECT therapy.locations())::text[])');
-- Receivables
CALL therapy.restrict_to_locations_of('orders', 'appointment_id', 'appointments');
-- Payments
CALL therapy.restrict_writes_to_locations('cancellation_policies');
-- Marketplace
CALL therapy.restrict_writes_to_locations('lead_forms');
-- Knowledge
-- Users of locations use the assistants of these and those of the whole centre.
CALL therapy.restrict_to_locations('assistants',
  'location_id IS NULL OR location_id = ANY ((SELECT therapy.locations())::text[])');
CALL therapy.restrict_to_locations_of('assistant_versions', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('knowledge_documents', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('knowledge_passages', 'document_id', 'knowledge_documents');
CALL therapy.restrict_to_locations_of('knowledge_terms', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('knowledge_words', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('knowledge_vectors', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('curated_answers', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('kept_answers', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('evaluations', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('evaluation_runs', 'assistant_id', 'assistants');
CALL therapy.restrict_to_locations_of('evaluation_results', 'run_id', 'evaluation_runs');

-- An occurrence that was moved elsewhere is seen with its series, which could not be changed as a whole otherwise.
CREATE POLICY location ON series_occurrences AS RESTRICTIVE TO therapy_locations
  USING (true) WITH CHECK (location_id = ANY ((SELECT therapy.locations())::text[]));
-- Families are registered at one of the user's locations. The caseload decides who sees them.
CREATE POLICY location_added ON children AS RESTRICTIVE FOR INSERT TO therapy_locations
  WITH CHECK (location_id = ANY ((SELECT therapy.locations())::text[]));
CREATE POLICY location_added ON clients AS RESTRICTIVE FOR INSERT TO therapy_locations
  WITH CHECK (location_id = ANY ((SELECT therapy.locations())::text[]));

-- Whose a record is -------------------------------------------------------------------------------

-- The columns that decide who sees whom, whose a record is, and what is checked at commit for callers who see less.
DO $$
DECLARE tab text; cols text;
BEGIN
  FOR tab, cols IN VALUES
    ('supervisions', 'provider_id, supervisor_id, ended_at'),
    ('supervision_delegates', 'supervisor_id, delegate_id, starts_at, ends_at'),
    ('children', 'id, primary_provider_id, location_id, archived_at'),
    ('guardianships', 'id, child_id'),
    ('care_team_members', 'id, child_id, provider_id, starts_at, ends_at'),
    ('consents', 'id, child_id'),
    ('series', 'id, child_id, location_id, starts_on'),
    ('appointments', 'id, child_id, provider_id, room_id, group_id, seat, service_id, status, starts_at, ends_at,
      busy_from, busy_until, held_until, location_id, capacity, by_glass'),
    ('group_waitlist_entries', 'id, child_id, group_id, status, created_at'),
    ('waitlist_entries', 'id, child_id, location_ids, status'),
    ('waitlist_offers', 'id, entry_id'),
    ('calendar_feeds', 'id, child_id'),
    ('sessions', 'id, child_id, provider_id, started_at, appointment_id, by_glass'),
    ('session_notes', 'id, session_id'),
    ('goals', 'id, child_id'),
    ('goal_measurements', 'id, goal_id'),
    ('goal_reviews', 'id, goal_id'),
    ('assessment_schedules', 'id, child_id, location_id, ended_at'),
    ('assessments', 'id, child_id'),
    ('form_responses', 'id, child_id'),
    ('attachments', 'id, child_id'),
    ('early_intervention_programs', 'id, child_id, service_coordinator_id, status'),
    ('family_check_ins', 'id, program_id'),
    ('discount_codes', 'id, uses, max_uses_per_client'),
    ('orders', 'id, child_id, amount_minor, discount_minor, tax_minor, appointment_id, created_at, client_id,
      payer_id'),
    ('order_lines', 'order_id, amount_minor, discount_minor, tax_minor'),
    ('discount_code_redemptions', 'code_id, order_id, released_at'),
    ('session_packages', 'id, child_id, balance'),
    ('session_package_movements', 'package_id, appointment_id, sessions'),
    ('treatment_cycles', 'id, child_id'),
    ('invoice_orders', 'invoice_id, order_id'),
    ('superbills', 'id, child_id'),
    ('payments', 'id, order_id, settled_at, status'),
    ('refunds', 'id, payment_id, settled_at, status'),
    ('disputes', 'id, payment_id'),
    ('credit_balances', 'id, balance_minor'),
    ('credit_movements', 'balance_id, amount_minor'),
    ('leads', 'id, child_id'),
    ('break_glass_grants', 'id, child_id, provider_id, expires_at, ended_at'),
    ('person_exports', 'id, child_id'),
    ('erasures', 'id, child_id'),
    ('processing_restrictions', 'id, person_id, client_id, ground, lifted_at'),
    ('messages', 'id, subject_id'),
    ('feedback', 'id, appointment_id'),
    ('tasks', 'id, child_id')
  LOOP
    EXECUTE format('GRANT SELECT (tenant_id, %s) ON %I TO therapy_care', cols, tab);
    EXECUTE format(
      'CREATE POLICY care ON %I FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant())', tab);
  END LOOP;
END $$;
-- Functions that read these name the tenant; a policy would keep the trail from its index.
GRANT SELECT (tenant_id, id, occurred_at, outcome, subject_id, changes) ON audit_entries TO therapy_care;
GRANT SELECT (tenant_id, id, currency) ON ledger_accounts TO therapy_care;
GRANT SELECT (tenant_id, id, kind, subject_id) ON ledger_transactions TO therapy_care;
GRANT SELECT (tenant_id, transaction_id, account_id, amount_minor) ON ledger_entries TO therapy_care;
CREATE POLICY care ON audit_entries FOR SELECT TO therapy_care USING (true);
CREATE POLICY care ON ledger_accounts FOR SELECT TO therapy_care USING (true);
CREATE POLICY care ON ledger_transactions FOR SELECT TO therapy_care USING (true);
CREATE POLICY care ON ledger_entries FOR SELECT TO therapy_care USING (true);

-- Search by name ----------------------------------------------------------------------------------

GRANT SELECT (tenant_id, id, search_name, archived_at) ON children, clients TO therapy_search;
GRANT SELECT (location_id) ON clients TO therapy_search;
CREATE POLICY search ON children FOR SELECT TO therapy_search USING (true);
CREATE POLICY search ON clients FOR SELECT TO therapy_search USING (true);
GRANT SELECT (tenant_id, child_id, client_id) ON guardianships TO therapy_search;
CREATE POLICY search ON guardianships FOR SELECT TO therapy_search USING (tenant_id = therapy.current_tenant());

-- Erasures ----------------------------------------------------------------------------------------

-- Lets erasures reach a table that holds something about a person.
CREATE PROCEDURE therapy.erasable(tab regclass)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('GRANT SELECT, UPDATE, DELETE ON %s TO therapy_eraser', tab);
  EXECUTE format('CREATE POLICY erasure ON %s TO therapy_eraser
    USING (tenant_id = therapy.current_tenant()) WITH CHECK (tenant_id = therapy.current_tenant())', tab);
END $$;

DO $$
DECLARE tab text;
BEGIN
  FOREACH tab IN ARRAY ARRAY[
    -- People
    'clients', 'pets', 'children', 'guardianships', 'child_merges', 'care_team_members', 'consents',
    -- Scheduling
    'series', 'appointments', 'appointment_changes', 'series_occurrences', 'group_waitlist_entries', 'waitlist_entries',
    'waitlist_offers', 'calendar_feeds', 'reminder_policies', 'appointment_import_files', 'appointment_import_rows',
    -- Clinical
    'sessions', 'session_participants', 'session_notes', 'session_note_versions', 'session_note_signatures',
    'session_note_addenda', 'goals', 'session_goals', 'goal_measurements', 'goal_reviews', 'assessment_schedules',
    'assessments', 'assessment_corrections', 'form_responses', 'form_signatures', 'attachments',
    -- Early intervention
    'early_intervention_programs', 'program_deadlines', 'family_check_ins',
    -- Receivables
    'payers', 'orders', 'order_lines', 'session_packages', 'session_package_movements', 'treatment_cycles', 'invoices',
    'dunnings', 'superbills', 'ledger_accounts',
    -- Payments
    'payments', 'refunds', 'disputes', 'credit_balances', 'credit_payouts', 'credit_movements',
    -- Marketplace
    'therapist_matches', 'lead_intakes', 'leads', 'lead_stages', 'lead_contact_attempts', 'lead_offers',
    -- Knowledge
    'ai_model_calls', 'kept_answers',
    -- Privacy
    'break_glass_grants', 'person_exports', 'erasures', 'processing_restrictions',
    -- Messaging
    'follow_ups', 'follow_up_steps', 'messages', 'one_time_links', 'feedback', 'tasks',
    -- Agents
    'agent_run_steps', 'performed_actions', 'recommendation_dismissals'
  ] LOOP
    CALL therapy.erasable(tab);
  END LOOP;
END $$;
GRANT SELECT (tenant_id, default_time_zone, clinical_retention_years, child_retention_age, financial_retention_years)
  ON tenants TO therapy_eraser;
CREATE POLICY erasure ON tenants FOR SELECT TO therapy_eraser USING (tenant_id = therapy.current_tenant());
GRANT INSERT ON analytics_changes TO therapy_eraser;
CREATE POLICY erasure ON analytics_changes FOR INSERT TO therapy_eraser
  WITH CHECK (tenant_id = therapy.current_tenant());

-- Large objects -----------------------------------------------------------------------------------

-- They have no tenant: what one session keeps there, every session reads. Revoking takes the database's superuser;
-- for other users PostgreSQL warns and continues.
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
