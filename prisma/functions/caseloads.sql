-- Caseloads (docs/decisions/0040): which children a key bound to a provider sees. therapy_care reads the tables
-- that decide this.

-- A provider and their supervisees at an instant, including those of an absent supervisor they replace. Nobody
-- replaces a supervisor who is archived.
CREATE OR REPLACE FUNCTION therapy.team_of(provider text, at timestamptz) RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT ARRAY[provider] || ARRAY(SELECT provider_id FROM public.supervisions
    WHERE tenant_id = therapy.current_tenant() AND ended_at IS NULL AND provider_id <> provider
      AND supervisor_id IN (SELECT provider UNION ALL SELECT d.supervisor_id FROM public.supervision_delegates d
        JOIN public.providers s ON s.tenant_id = d.tenant_id AND s.id = d.supervisor_id AND s.archived_at IS NULL
        WHERE d.tenant_id = therapy.current_tenant() AND d.delegate_id = provider AND d.starts_at <= at AND d.ends_at > at))
$$;

-- The only definition of a caseload: which children a team works with at an instant, why, and until when as far
-- as known. An appointment or a session puts its provider on the child's team from its booking until 90 days
-- after it, unless it was written with break-glass access (mark_by_glass). A child whose processing is
-- restricted is in nobody's caseload; break-glass access is possible in an emergency.
CREATE OR REPLACE FUNCTION therapy.caseload_of(team text[], provider text, at timestamptz)
RETURNS TABLE (child_id text, provider_id text, reason text, until timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT * FROM (
    SELECT c.id AS child_id, c.primary_provider_id, 'PRIMARY_PROVIDER', NULL::timestamptz FROM public.children c
    WHERE c.tenant_id = therapy.current_tenant() AND c.primary_provider_id = ANY (team)
    UNION ALL
    SELECT m.child_id, m.provider_id, 'CARE_TEAM', m.ends_at FROM public.care_team_members m
    WHERE m.tenant_id = therapy.current_tenant() AND m.provider_id = ANY (team)
      AND m.starts_at <= at AND (m.ends_at IS NULL OR m.ends_at > at)
    UNION ALL
    SELECT a.child_id, a.provider_id, 'APPOINTMENT', max(a.ends_at) + interval '90 days' FROM public.appointments a
    WHERE a.tenant_id = therapy.current_tenant() AND a.provider_id = ANY (team) AND a.child_id IS NOT NULL AND NOT a.by_glass
      AND a.starts_at > at - interval '91 days' AND a.ends_at > at - interval '90 days'
      AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'NO_SHOW')
    GROUP BY a.child_id, a.provider_id
    UNION ALL
    SELECT s.child_id, s.provider_id, 'SESSION', max(s.started_at) + interval '90 days' FROM public.sessions s
    WHERE s.tenant_id = therapy.current_tenant() AND s.provider_id = ANY (team) AND s.started_at > at - interval '90 days'
      AND NOT s.by_glass
    GROUP BY s.child_id, s.provider_id
    UNION ALL
    SELECT p.child_id, p.service_coordinator_id, 'COORDINATOR', NULL FROM public.early_intervention_programs p
    WHERE p.tenant_id = therapy.current_tenant() AND p.service_coordinator_id = ANY (team) AND p.status = 'ACTIVE'
  ) of_team
  WHERE of_team.child_id NOT IN (SELECT r.person_id FROM public.processing_restrictions r
    WHERE r.tenant_id = therapy.current_tenant() AND r.lifted_at IS NULL)
  UNION ALL
  SELECT g.child_id, g.provider_id, 'BREAK_GLASS', g.expires_at FROM public.break_glass_grants g
  WHERE g.tenant_id = therapy.current_tenant() AND g.provider_id = provider AND g.ended_at IS NULL AND g.expires_at > at
$$;

-- Begins a provider's transaction: all later statements see this caseload. It is sent together with BEGIN. An
-- archived provider has no caseload: the provider's key and user see no child, not even one whose records still
-- name the provider.
CREATE OR REPLACE FUNCTION therapy.enter_caseload(provider text, at timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  works boolean := NOT EXISTS (SELECT FROM public.providers
    WHERE tenant_id = therapy.current_tenant() AND id = provider AND archived_at IS NOT NULL);
  team text[] := CASE WHEN works THEN therapy.team_of(provider, at) ELSE '{}' END;
BEGIN
  PERFORM set_config('app.provider', provider, true), set_config('app.team', team::text, true),
    set_config('app.caseload', COALESCE(array_agg(c.child_id), '{}')::text, true),
    set_config('app.by_glass', COALESCE(array_agg(c.child_id) FILTER (WHERE c.by_glass), '{}')::text, true)
  FROM (SELECT child_id, bool_and(reason = 'BREAK_GLASS') AS by_glass
    FROM therapy.caseload_of(team, provider, at) WHERE works GROUP BY child_id) c;
END $$;

-- The children whom the entered provider sees only through break-glass access.
CREATE OR REPLACE FUNCTION therapy.by_glass() RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
RETURN COALESCE(NULLIF(current_setting('app.by_glass', true), ''), '{}')::text[];

-- Whether the entered provider sees the child only through break-glass access. Work that the platform does for
-- the centre during the call (`Transaction.asCentre`) does not count as break-glass access.
CREATE OR REPLACE FUNCTION therapy.seen_by_glass(child text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
RETURN current_user = 'therapy_caseload' AND child = ANY (therapy.by_glass());

-- Whether nobody entered a caseload, or the child is in it not only by break-glass access. It also holds for
-- work that the platform does for the centre during the call.
CREATE OR REPLACE FUNCTION therapy.sees_without_glass(child text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
RETURN COALESCE(current_setting('app.provider', true), '') = ''
  OR child = ANY (therapy.caseload()) AND NOT child = ANY (therapy.by_glass());

-- A child registered by a provider of the team joins the caseload immediately.
CREATE OR REPLACE FUNCTION therapy.add_to_caseload(child text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.caseload', (therapy.caseload() || child)::text, true);
END $$;

-- Marks an appointment or a session that is written with break-glass access. The mark is removed when the
-- family, or somebody with other access to the child, moves the appointment or reassigns it to another
-- provider. A move by a provider who does not see the child removes no mark, and neither does the move of a
-- group, which says nothing about its children. The session of an appointment is marked like the appointment.
CREATE OR REPLACE FUNCTION therapy.mark_by_glass() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  start_column text := TG_ARGV[0];
  is_new boolean := TG_OP = 'INSERT';
  is_moved boolean;
BEGIN
  is_moved := is_new OR NEW.provider_id <> OLD.provider_id
    OR to_jsonb(NEW)->>start_column <> to_jsonb(OLD)->>start_column;
  IF therapy.seen_by_glass(NEW.child_id) THEN
    -- If the child already belonged to another provider, moving the appointment does not change that.
    NEW.by_glass := is_new OR OLD.by_glass OR NEW.child_id IS DISTINCT FROM OLD.child_id
      OR NEW.provider_id <> OLD.provider_id OR NEW.provider_id = ANY (therapy.team());
  ELSIF is_new AND TG_TABLE_NAME = 'sessions' THEN
    NEW.by_glass := EXISTS (SELECT FROM appointments
      WHERE tenant_id = NEW.tenant_id AND id = to_jsonb(NEW)->>'appointment_id' AND by_glass);
  ELSIF is_moved AND to_jsonb(NEW)->>'group_id' IS NULL AND therapy.sees_without_glass(NEW.child_id) THEN
    NEW.by_glass := false;
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER mark_by_glass_new BEFORE INSERT ON appointments
  FOR EACH ROW WHEN (current_user = 'therapy_caseload') EXECUTE FUNCTION therapy.mark_by_glass('starts_at');
CREATE OR REPLACE TRIGGER mark_by_glass BEFORE UPDATE OF child_id, provider_id, starts_at ON appointments
  FOR EACH ROW WHEN (current_user = 'therapy_caseload' OR OLD.by_glass) EXECUTE FUNCTION therapy.mark_by_glass('starts_at');
CREATE OR REPLACE TRIGGER mark_by_glass_new BEFORE INSERT ON sessions
  FOR EACH ROW EXECUTE FUNCTION therapy.mark_by_glass('started_at');
CREATE OR REPLACE TRIGGER mark_by_glass BEFORE UPDATE OF child_id, provider_id, started_at ON sessions
  FOR EACH ROW WHEN (current_user = 'therapy_caseload' OR OLD.by_glass) EXECUTE FUNCTION therapy.mark_by_glass('started_at');

-- With break-glass access alone, refuses changes that decide who sees a child, now or later. The arguments are
-- the columns that contain the child's id.
CREATE OR REPLACE FUNCTION therapy.refuse_by_glass() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(TG_ARGV) AS col
    WHERE therapy.seen_by_glass(to_jsonb(NEW)->>col) OR TG_OP = 'UPDATE' AND therapy.seen_by_glass(to_jsonb(OLD)->>col)) THEN
    RAISE EXCEPTION 'row violates policy "glass" for table "%"', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

-- `cols` contain the child's id; `changes` are the columns of existing rows that decide who sees the child.
CREATE OR REPLACE PROCEDURE therapy.close_to_glass(tab regclass, changes text, cols text DEFAULT 'child_id')
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  args text := (SELECT string_agg(quote_literal(trim(col)), ', ') FROM unnest(string_to_array(cols, ',')) AS col);
  changed text := (SELECT string_agg(format('NEW.%1$I IS DISTINCT FROM OLD.%1$I', trim(col)), ' OR ')
    FROM unnest(string_to_array(changes, ',')) AS col);
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER closed_to_glass_new BEFORE INSERT ON %s
    FOR EACH ROW WHEN (current_user = ''therapy_caseload'') EXECUTE FUNCTION therapy.refuse_by_glass(%s)', tab, args);
  EXECUTE format('CREATE OR REPLACE TRIGGER closed_to_glass BEFORE UPDATE ON %s
    FOR EACH ROW WHEN (current_user = ''therapy_caseload'' AND (%s)) EXECUTE FUNCTION therapy.refuse_by_glass(%s)',
    tab, changed, args);
END $$;

CALL therapy.close_to_glass('children', 'primary_provider_id, location_id', 'id');
CALL therapy.close_to_glass('care_team_members', 'child_id, provider_id, starts_at, ends_at');
CALL therapy.close_to_glass('early_intervention_programs', 'child_id, service_coordinator_id');
CALL therapy.close_to_glass('child_merges', 'reversed_at', 'survivor_id, duplicate_id');
CALL therapy.close_to_glass('series', 'child_id, revision');
CALL therapy.close_to_glass('waitlist_entries', 'child_id, location_ids, provider_ids');
CALL therapy.close_to_glass('group_waitlist_entries', 'child_id, group_id');
CALL therapy.close_to_glass('assessment_schedules', 'child_id, location_id');

-- Refuses writes to rows of providers outside the team of the provider who entered: a colleague's hours,
-- absences, licenses and record. They stay readable. The argument is the column that contains the provider's
-- id.
CREATE OR REPLACE FUNCTION therapy.keep_to_team() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF to_jsonb(NEW)->>TG_ARGV[0] = ANY (therapy.team())
    AND (TG_OP = 'INSERT' OR to_jsonb(OLD)->>TG_ARGV[0] = ANY (therapy.team())) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'row violates policy "team" for table "%"', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE PROCEDURE therapy.keep_to_team(tab regclass, col text DEFAULT 'provider_id')
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER keep_to_team BEFORE INSERT OR UPDATE ON %s
    FOR EACH ROW WHEN (current_user = ''therapy_caseload'') EXECUTE FUNCTION therapy.keep_to_team(%L)', tab, col);
END $$;

CALL therapy.keep_to_team('providers', 'id');
CALL therapy.keep_to_team('provider_licenses');
CALL therapy.keep_to_team('schedules');
CALL therapy.keep_to_team('schedule_exceptions');
CALL therapy.keep_to_team('time_off');

-- A group and its series belong to no child, so every provider sees them. Their changes carry the places of all
-- children along, also of those whom the caller does not see, and a provider who treats a child sees the child:
-- providers change only groups of their team.
CREATE OR REPLACE FUNCTION therapy.keep_group_to_team() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF OLD.provider_id = ANY (therapy.team()) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'row violates policy "team" for table "%"', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE TRIGGER keep_group_to_team BEFORE UPDATE ON appointments
  FOR EACH ROW WHEN (current_user = 'therapy_caseload' AND OLD.capacity IS NOT NULL) EXECUTE FUNCTION therapy.keep_group_to_team();
CREATE OR REPLACE TRIGGER keep_group_to_team BEFORE UPDATE ON series
  FOR EACH ROW WHEN (current_user = 'therapy_caseload' AND OLD.child_id IS NULL) EXECUTE FUNCTION therapy.keep_group_to_team();

-- An occurrence of a series of groups can belong to another provider than the series.
CREATE OR REPLACE FUNCTION therapy.keep_occurrence_to_team() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF OLD.provider_id = ANY (therapy.team()) OR EXISTS (SELECT FROM series
    WHERE tenant_id = OLD.tenant_id AND id = OLD.series_id AND child_id IS NOT NULL) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'row violates policy "team" for table "%"', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE OR REPLACE TRIGGER keep_group_to_team BEFORE UPDATE ON series_occurrences
  FOR EACH ROW WHEN (current_user = 'therapy_caseload') EXECUTE FUNCTION therapy.keep_occurrence_to_team();

-- A row that refers to its subject only by id is visible to callers who see the subject; the policies of such
-- tables call this function. Records of tables without a caseload or location policy belong to the centre and
-- are visible to everybody. A test compares the tables that have such a policy with the branches here.
CREATE OR REPLACE FUNCTION therapy.sees(subject text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  -- A CASE statement rather than an expression: it starts only the query that it needs.
  CASE split_part(subject, '_', 1)
    WHEN 'chd' THEN RETURN subject = ANY (therapy.caseload());
    WHEN 'apt' THEN RETURN EXISTS (SELECT FROM appointments WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'hld' THEN RETURN EXISTS (SELECT FROM appointments WHERE tenant_id = therapy.current_tenant() AND hold_id = subject);
    WHEN 'srs' THEN RETURN EXISTS (SELECT FROM series WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'gwt' THEN RETURN EXISTS (SELECT FROM group_waitlist_entries WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'wle' THEN RETURN EXISTS (SELECT FROM waitlist_entries WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'wlo' THEN RETURN EXISTS (SELECT FROM waitlist_offers WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'frs' THEN RETURN EXISTS (SELECT FROM freed_slots WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'ses' THEN RETURN EXISTS (SELECT FROM sessions WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'nte' THEN RETURN EXISTS (SELECT FROM session_notes WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'gol' THEN RETURN EXISTS (SELECT FROM goals WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'grv' THEN RETURN EXISTS (SELECT FROM goal_reviews WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'frm' THEN RETURN EXISTS (SELECT FROM form_responses WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'ash' THEN RETURN EXISTS (SELECT FROM assessment_schedules WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'asm' THEN RETURN EXISTS (SELECT FROM assessments WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'trc' THEN RETURN EXISTS (SELECT FROM treatment_cycles WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'csn' THEN RETURN EXISTS (SELECT FROM consents WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'dgn' THEN RETURN EXISTS (SELECT FROM diagnoses WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'fil' THEN RETURN EXISTS (SELECT FROM attachments WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'pfm' THEN RETURN EXISTS (SELECT FROM form_responses WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'pdc' THEN RETURN EXISTS (SELECT FROM attachments WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'eip' THEN RETURN EXISTS (SELECT FROM early_intervention_programs WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'cki' THEN RETURN EXISTS (SELECT FROM family_check_ins WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'ifs' THEN RETURN EXISTS (SELECT FROM ifsps WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'isg' THEN RETURN EXISTS (SELECT FROM ifsp_signatures WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'pkg' THEN RETURN EXISTS (SELECT FROM session_packages WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'sbl' THEN RETURN EXISTS (SELECT FROM superbills WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'ord' THEN RETURN EXISTS (SELECT FROM orders WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'pay' THEN RETURN EXISTS (SELECT FROM payments WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'dsp' THEN RETURN EXISTS (SELECT FROM disputes WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'rfd' THEN RETURN EXISTS (SELECT FROM refunds WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'stl' THEN RETURN EXISTS (SELECT FROM settlements WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'plk' THEN RETURN EXISTS (SELECT FROM period_locks WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'plp' THEN RETURN EXISTS (SELECT FROM platform_payouts WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'poa' THEN RETURN EXISTS (SELECT FROM payout_accounts WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'bgg' THEN RETURN EXISTS (SELECT FROM break_glass_grants WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'onb' THEN RETURN EXISTS (SELECT FROM provider_onboardings WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'orf' THEN RETURN EXISTS (SELECT FROM onboarding_references WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'led' THEN RETURN EXISTS (SELECT FROM leads WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'lof' THEN RETURN EXISTS (SELECT FROM lead_offers WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'lin' THEN RETURN EXISTS (SELECT FROM lead_intakes WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'arp' THEN RETURN EXISTS (SELECT FROM agent_replays WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'arx' THEN RETURN EXISTS (SELECT FROM agent_replay_results WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'ars' THEN RETURN EXISTS (SELECT FROM agent_run_steps WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'tsk' THEN RETURN EXISTS (SELECT FROM tasks WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'pyr' THEN RETURN EXISTS (SELECT FROM payers WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'cli' THEN RETURN EXISTS (SELECT FROM clients WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'grd' THEN RETURN EXISTS (SELECT FROM guardianships WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'ctm' THEN RETURN EXISTS (SELECT FROM care_team_members WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'chm' THEN RETURN EXISTS (SELECT FROM child_merges WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'dcg' THEN RETURN EXISTS (SELECT FROM discharges WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'dsi' THEN RETURN EXISTS (SELECT FROM discharge_items WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'pet' THEN RETURN EXISTS (SELECT FROM pets WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'occ' THEN RETURN EXISTS (SELECT FROM series_occurrences WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'apc' THEN RETURN EXISTS (SELECT FROM appointment_changes WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'grp' THEN RETURN EXISTS (SELECT FROM appointments WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'cal' THEN RETURN EXISTS (SELECT FROM calendar_feeds WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'rpl' THEN RETURN EXISTS (SELECT FROM reminder_policies WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'air' THEN RETURN EXISTS (SELECT FROM appointment_import_rows WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'gms' THEN RETURN EXISTS (SELECT FROM goal_measurements WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'sig' THEN RETURN EXISTS (SELECT FROM session_note_signatures WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'add' THEN RETURN EXISTS (SELECT FROM session_note_addenda WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'fsg' THEN RETURN EXISTS (SELECT FROM form_signatures WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'acr' THEN RETURN EXISTS (SELECT FROM assessment_corrections WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'dln' THEN RETURN EXISTS (SELECT FROM program_deadlines WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'tmt' THEN RETURN EXISTS (SELECT FROM therapist_matches WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'lca' THEN RETURN EXISTS (SELECT FROM lead_contact_attempts WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'ast' THEN RETURN EXISTS (SELECT FROM assistants WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'kdc' THEN RETURN EXISTS (SELECT FROM knowledge_documents WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'amc' THEN RETURN EXISTS (SELECT FROM ai_model_calls WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'cur' THEN RETURN EXISTS (SELECT FROM curated_answers WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'kan' THEN RETURN EXISTS (SELECT FROM kept_answers WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'evl' THEN RETURN EXISTS (SELECT FROM evaluations WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'evr' THEN RETURN EXISTS (SELECT FROM evaluation_runs WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'rcd' THEN RETURN EXISTS (SELECT FROM recommendation_dismissals WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'lac' THEN RETURN EXISTS (SELECT FROM ledger_accounts WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'ltx' THEN RETURN EXISTS (SELECT FROM ledger_transactions WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'lge' THEN RETURN EXISTS (SELECT FROM ledger_entries WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'orl' THEN RETURN EXISTS (SELECT FROM order_lines WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'pmv' THEN RETURN EXISTS (SELECT FROM session_package_movements WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'inv' THEN RETURN EXISTS (SELECT FROM invoices WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'dun' THEN RETURN EXISTS (SELECT FROM dunnings WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'crb' THEN RETURN EXISTS (SELECT FROM credit_balances WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'cpo' THEN RETURN EXISTS (SELECT FROM credit_payouts WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'crm' THEN RETURN EXISTS (SELECT FROM credit_movements WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'spt' THEN RETURN EXISTS (SELECT FROM split_terms WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'sll' THEN RETURN EXISTS (SELECT FROM settlement_lines WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'rsv' THEN RETURN EXISTS (SELECT FROM reserves WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'rsr' THEN RETURN EXISTS (SELECT FROM reserve_releases WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'pex' THEN RETURN EXISTS (SELECT FROM person_exports WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'rst' THEN RETURN EXISTS (SELECT FROM processing_restrictions WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'ers' THEN RETURN EXISTS (SELECT FROM erasures WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'fbk' THEN RETURN EXISTS (SELECT FROM feedback WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'msg' THEN RETURN EXISTS (SELECT FROM messages WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'flw' THEN RETURN EXISTS (SELECT FROM follow_ups WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'lnk' THEN RETURN EXISTS (SELECT FROM one_time_links WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'cco' THEN RETURN EXISTS (SELECT FROM channel_consents WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'uda' THEN RETURN EXISTS (SELECT FROM undeliverable_addresses WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'trp' THEN RETURN EXISTS (SELECT FROM text_replies WHERE tenant_id = therapy.current_tenant() AND id = subject);
    WHEN 'wlm' THEN RETURN EXISTS (SELECT FROM worklist_marks WHERE tenant_id = therapy.current_tenant() AND id = subject);
    ELSE RETURN true;
  END CASE;
END $$;

-- Occupied times: everything booking must know about appointments hidden from the caller.
CREATE OR REPLACE VIEW therapy.diary AS
  SELECT tenant_id, id, child_id, provider_id, room_id, group_id, seat, service_id, status, starts_at, ends_at, busy_from,
    busy_until, held_until
  FROM appointments;

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.team_of(text, timestamptz) OWNER TO therapy_care;
ALTER FUNCTION therapy.caseload_of(text[], text, timestamptz) OWNER TO therapy_care;
ALTER VIEW therapy.diary OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.team_of(text, timestamptz), therapy.caseload_of(text[], text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.team_of(text, timestamptz), therapy.caseload_of(text[], text, timestamptz) TO therapy_app, therapy_caseload;
GRANT SELECT ON therapy.diary TO therapy_app, therapy_caseload;
