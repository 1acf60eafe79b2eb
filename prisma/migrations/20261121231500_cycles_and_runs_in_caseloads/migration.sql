-- What payers authorised for a child, and what agents propose about one, are the caseload's (docs/decisions/0040). Runs
-- are the centre's: keys that are bound to a provider neither start nor read them.

CALL therapy.restrict('treatment_cycles');

-- As before, and treatment cycles and reviews of goals too.
CREATE OR REPLACE FUNCTION therapy.sees(subject text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
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
    WHEN 'grv' THEN EXISTS (SELECT FROM goal_reviews WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'frm' THEN EXISTS (SELECT FROM form_responses WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'ash' THEN EXISTS (SELECT FROM assessment_schedules WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'asm' THEN EXISTS (SELECT FROM assessments WHERE tenant_id = therapy.current_tenant() AND id = subject)
    WHEN 'trc' THEN EXISTS (SELECT FROM treatment_cycles WHERE tenant_id = therapy.current_tenant() AND id = subject)
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

CALL therapy.restrict_where('agent_actions', 'therapy.sees(subject_id)');
