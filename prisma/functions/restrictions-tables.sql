-- The tables frozen by a restriction of processing, and the exceptions.

-- Freezes a table: no row of a restricted person is written, changed or deleted, except when the centre is
-- closed. `cols` contain the id of the person or of one of the person's records. Changes that satisfy the
-- condition `unless` on OLD and NEW are still allowed: they end running work, or count it. `new_unless` is the
-- same for new rows. domain/vocabulary/person-table.ts gives the reasons. A migration removes a trigger that is
-- no longer wanted.
CREATE OR REPLACE PROCEDURE therapy.freeze(
  tab regclass, cols text DEFAULT 'child_id', unless text DEFAULT NULL, new_unless text DEFAULT NULL
)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE args text := (SELECT string_agg(quote_literal(trim(col)), ', ') FROM unnest(string_to_array(cols, ',')) AS col);
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER restricted_new AFTER INSERT ON %s
    FOR EACH ROW %s EXECUTE FUNCTION therapy.refuse_restricted(%s)',
    tab, COALESCE('WHEN ((' || new_unless || ') IS NOT TRUE)', ''), args);
  EXECUTE format('CREATE OR REPLACE TRIGGER restricted_change AFTER UPDATE ON %s
    FOR EACH ROW %s EXECUTE FUNCTION therapy.refuse_restricted(%s)',
    tab, COALESCE('WHEN ((' || unless || ') IS NOT TRUE)', ''), args);
  EXECUTE format('CREATE OR REPLACE TRIGGER restricted_removal AFTER DELETE ON %s
    FOR EACH ROW WHEN (current_user <> ''therapy_closer'') EXECUTE FUNCTION therapy.refuse_restricted(%s)',
    tab, args);
END $$;

CALL therapy.freeze('children', 'id', unless => $$NEW.restricted_at IS DISTINCT FROM OLD.restricted_at
  AND to_jsonb(NEW) - '{restricted_at,updated_at,version}'::text[]
    = to_jsonb(OLD) - '{restricted_at,updated_at,version}'::text[]$$);
CALL therapy.freeze('clients', 'id', unless => $$NEW.restricted_at IS DISTINCT FROM OLD.restricted_at
  AND to_jsonb(NEW) - '{restricted_at,updated_at,version}'::text[]
    = to_jsonb(OLD) - '{restricted_at,updated_at,version}'::text[]$$);
CALL therapy.freeze('guardianships', 'child_id, client_id',
  unless => 'OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL');
CALL therapy.freeze('care_team_members',
  unless => 'NEW.ends_at IS DISTINCT FROM OLD.ends_at AND NEW.ends_at IS NOT NULL');
CALL therapy.freeze('child_merges', 'survivor_id, duplicate_id');
CALL therapy.freeze('pets', 'client_id');
CALL therapy.freeze('payers', 'client_id');
CALL therapy.freeze('consents', 'child_id, granted_by_id',
  unless => 'OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL');
CALL therapy.freeze('diagnoses');
CALL therapy.freeze('appointments', unless =>
  $$NEW.status <> OLD.status AND NEW.status IN ('CANCELLED', 'DECLINED', 'EXPIRED', 'NO_SHOW', 'COMPLETED', 'ENTERED_IN_ERROR')
    OR NEW.fee IS DISTINCT FROM OLD.fee$$);
CALL therapy.freeze('series', unless => $$NEW.cancelled_at IS NOT NULL OR NEW.status = 'READY'$$);
CALL therapy.freeze('group_waitlist_entries', unless => $$NEW.status = 'CANCELLED'$$);
CALL therapy.freeze('waitlist_entries',
  unless => $$NEW.status <> OLD.status AND NEW.status IN ('CANCELLED', 'WAITING')$$);
CALL therapy.freeze('waitlist_offers', 'entry_id',
  unless => $$NEW.status IN ('DECLINED', 'EXPIRED', 'WITHDRAWN')$$);
CALL therapy.freeze('calendar_feeds', unless => 'NEW.revoked_at IS NOT NULL');
CALL therapy.freeze('reminder_policies', 'client_id');
CALL therapy.freeze('therapist_matches');
CALL therapy.freeze('ai_model_calls', unless => 'true');
CALL therapy.freeze('kept_answers');
CALL therapy.freeze('tasks', 'child_id, subject_id', unless => $$NEW.status IN ('DONE', 'CANCELLED')$$);
CALL therapy.freeze('recommendation_dismissals', 'child_id, subject_id');
CALL therapy.freeze('leads', 'child_id, client_id', unless => $$to_jsonb(NEW) - 'match_id' = to_jsonb(OLD) - 'match_id'$$);
CALL therapy.freeze('feedback', 'appointment_id, client_id');
CALL therapy.freeze('sessions', unless => 'OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL');
CALL therapy.freeze('session_participants', 'session_id, client_id');
CALL therapy.freeze('session_goals', 'session_id');
CALL therapy.freeze('session_notes', 'session_id');
CALL therapy.freeze('session_note_versions', 'note_id');
CALL therapy.freeze('session_note_signatures', 'note_id');
CALL therapy.freeze('session_note_addenda', 'note_id');
CALL therapy.freeze('goals');
CALL therapy.freeze('goal_measurements', 'goal_id');
CALL therapy.freeze('goal_reviews', 'goal_id');
CALL therapy.freeze('form_responses', 'child_id, client_id', unless => $$NEW.status = 'CANCELLED'$$);
CALL therapy.freeze('form_signatures', 'response_id, client_id');
CALL therapy.freeze('assessment_schedules');
CALL therapy.freeze('assessments');
CALL therapy.freeze('assessment_corrections', 'assessment_id');
CALL therapy.freeze('treatment_cycles',
  unless => 'NEW.used <> OLD.used OR OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL');
CALL therapy.freeze('superbills', 'child_id, client_id');
CALL therapy.freeze('attachments');
CALL therapy.freeze('early_intervention_programs', unless => $$NEW.status = 'CLOSED'
  OR to_jsonb(NEW) - '{updated_at,version}'::text[] = to_jsonb(OLD) - '{updated_at,version}'::text[]$$);
CALL therapy.freeze('family_check_ins', 'program_id, client_id');
CALL therapy.freeze('ifsps', 'program_id');
CALL therapy.freeze('ifsp_signatures', 'ifsp_id, client_id');
CALL therapy.freeze('messages', 'subject_id, recipient_id',
  unless => $$NEW.status <> 'QUEUED' OR OLD.status = 'QUEUED' OR NEW.subject_type = 'processingRestriction'$$,
  new_unless => $$NEW.status <> 'QUEUED' OR NEW.subject_type = 'processingRestriction'$$);
CALL therapy.freeze('one_time_links', 'subject_id, recipient_id', unless => 'true');
