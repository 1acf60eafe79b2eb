-- Steps of runs that wait for an event, agents that a webhook starts, and what a run was caused by (docs/decisions/0190).

-- Of a step that waits: the type of event that settles it.
ALTER TABLE agent_run_steps
  ADD COLUMN awaited_event text,
  ADD CHECK (awaited_event IS NULL OR type = 'WAIT');

-- The steps that wait for an event now. Kept by a trigger of agent_run_steps, which callers who are bound to a caseload do
-- not see: whoever writes an event looks here.
CREATE TABLE agent_awaited_events (
  tenant_id  text NOT NULL,
  step_id    text NOT NULL,
  agent_id   text NOT NULL,
  event_type text NOT NULL,
  PRIMARY KEY (tenant_id, step_id),
  FOREIGN KEY (tenant_id, step_id) REFERENCES agent_run_steps ON DELETE CASCADE
);
CREATE INDEX agent_awaited_events_of ON agent_awaited_events (tenant_id, event_type);
CALL therapy.isolate('agent_awaited_events', 'SELECT, INSERT, DELETE');

ALTER TABLE agent_triggers
  -- The step that waits for the event; null: the event starts a run.
  ADD COLUMN step_id text,
  -- What a webhook starts the run with; null: the event is in the outbox.
  ADD COLUMN input jsonb,
  ADD CHECK (step_id IS NULL OR input IS NULL),
  DROP CONSTRAINT agent_triggers_tenant_id_agent_id_event_id_key,
  ADD UNIQUE NULLS NOT DISTINCT (tenant_id, agent_id, event_id, step_id);

ALTER TABLE agents
  -- SHA-256 of the token in the address of its webhook.
  ADD COLUMN webhook_token_hash text;
CREATE UNIQUE INDEX agents_by_webhook ON agents (webhook_token_hash) WHERE webhook_token_hash IS NOT NULL;
CREATE POLICY webhooks ON agents FOR SELECT TO therapy_system USING (webhook_token_hash IS NOT NULL);
GRANT SELECT (tenant_id, id, webhook_token_hash) ON agents TO therapy_system;

ALTER TABLE agent_runs
  -- The event, or the message to the webhook, that started it: one starts one run.
  ADD COLUMN caused_by text,
  -- The run that it goes on from.
  ADD COLUMN retry_of text,
  ADD FOREIGN KEY (tenant_id, retry_of) REFERENCES agent_runs;
CREATE UNIQUE INDEX agent_runs_caused_by ON agent_runs (tenant_id, agent_id, caused_by) WHERE caused_by IS NOT NULL;
