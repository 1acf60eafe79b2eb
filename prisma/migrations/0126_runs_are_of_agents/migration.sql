-- The recall of assessments is an agent like others (a template): runs that only propose, and their actions, are gone.
DROP TABLE agent_actions;
DROP TYPE agent_action_status;
DELETE FROM agent_runs WHERE agent_id IS NULL;
ALTER TABLE agent_runs
  DROP COLUMN agent,
  DROP COLUMN expires_at,
  DROP COLUMN decision,
  DROP COLUMN decided_by,
  DROP COLUMN decided_at,
  DROP COLUMN decision_reason,
  ALTER COLUMN agent_id SET NOT NULL,
  ALTER COLUMN agent_version SET NOT NULL;
DROP INDEX agent_runs_of;
CREATE INDEX agent_runs_of ON agent_runs (tenant_id, agent_id, created_at);
DELETE FROM outbox WHERE kind = 'workflow' AND type = 'agentRun';
-- Their workflow has the name that these had.
UPDATE outbox SET type = 'agentRun' WHERE kind = 'workflow' AND type = 'configuredRun';
