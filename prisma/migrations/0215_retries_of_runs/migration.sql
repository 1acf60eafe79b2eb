-- A retry looks for other retries of the same run.
CREATE INDEX agent_runs_retries ON agent_runs (tenant_id, retry_of) WHERE retry_of IS NOT NULL;
