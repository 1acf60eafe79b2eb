-- What is seen of agents while they run (docs/decisions/0185): how long steps take, what they cost, how they fail in a row.

ALTER TABLE agents
  -- Runs that failed since one succeeded, or since the agent was resumed.
  ADD COLUMN failures_in_a_row integer NOT NULL DEFAULT 0 CHECK (failures_in_a_row >= 0),
  -- Who paused it: somebody, or so many failures.
  ADD COLUMN pause_reason text CHECK (pause_reason IN ('REQUESTED', 'FAILURES')),
  ADD CHECK (pause_reason IS NULL OR paused_at IS NOT NULL);
UPDATE agents SET pause_reason = 'REQUESTED' WHERE paused_at IS NOT NULL;

-- Versions of before pause by the default too.
UPDATE agents SET definition = jsonb_set(definition, '{limits,pauseAfterFailures}', '5');
UPDATE agent_versions SET definition = jsonb_set(definition, '{limits,pauseAfterFailures}', '5');

-- When the work at the node began; it is on record from its end, or from when it began to wait.
ALTER TABLE agent_run_steps ADD COLUMN started_at timestamptz(3);
UPDATE agent_run_steps SET started_at = created_at;
ALTER TABLE agent_run_steps ALTER COLUMN started_at SET DEFAULT now(), ALTER COLUMN started_at SET NOT NULL;

ALTER TABLE ai_model_calls
  -- Of a turn of an agent: the place in the run that it was taken at.
  ADD COLUMN run_id text,
  ADD COLUMN run_node text,
  ADD COLUMN run_item integer,
  ADD FOREIGN KEY (tenant_id, run_id) REFERENCES agent_runs,
  ADD CHECK (num_nulls(run_id, run_node, run_item) IN (0, 3));
CREATE INDEX ai_model_calls_run ON ai_model_calls (tenant_id, run_id) WHERE run_id IS NOT NULL;

-- Tokens that all agents of the centre may use on one day of UTC; null: as many as the models may.
ALTER TABLE tenants ADD COLUMN agent_tokens_per_day integer CHECK (agent_tokens_per_day > 0);
CREATE INDEX ai_model_calls_of_agents ON ai_model_calls (tenant_id, created_at) WHERE run_id IS NOT NULL;

-- The metrics of the workers count what is under way, over all centres. They see of it how far it is, and nothing else.
CREATE INDEX agent_runs_under_way ON agent_runs (tenant_id, agent_id) WHERE finished_at IS NULL;
CREATE POLICY platform ON agent_runs FOR SELECT TO therapy_system USING (finished_at IS NULL);
GRANT SELECT (tenant_id, id, agent_id, status, updated_at, finished_at) ON agent_runs TO therapy_system;
CREATE POLICY platform ON agent_run_steps FOR SELECT TO therapy_system USING (true);
GRANT SELECT (tenant_id, run_id, status, waits_until, created_at, updated_at) ON agent_run_steps TO therapy_system;
CREATE POLICY platform ON agents FOR SELECT TO therapy_system USING (failures_in_a_row > 0);
GRANT SELECT (tenant_id, id, failures_in_a_row, pause_reason) ON agents TO therapy_system;
CREATE INDEX agents_failing ON agents (tenant_id, failures_in_a_row) WHERE failures_in_a_row > 0;
