-- Who created a webhook URL does not approve the runs that its messages start.
ALTER TABLE agents ADD COLUMN url_created_by text;
ALTER TABLE agent_triggers ADD COLUMN url_created_by text;
ALTER TABLE agent_runs ADD COLUMN url_created_by text;

-- A delegate does not replace an archived supervisor (therapy.team_of).
GRANT SELECT (tenant_id, id, archived_at) ON providers TO therapy_care;
CREATE POLICY care ON providers FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
