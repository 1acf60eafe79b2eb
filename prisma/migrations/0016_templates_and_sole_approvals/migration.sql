-- What a centre offers as a template: the definition and the questions as they were then, so that a later draft of
-- the agent does not change the template (domain/agents/templates).
ALTER TABLE agents
  ADD COLUMN template            jsonb,
  ADD COLUMN template_offered_at timestamptz(3),
  ADD CONSTRAINT agents_template CHECK ((template IS NULL) = (template_offered_at IS NULL));
CREATE INDEX agents_offered ON agents (tenant_id) WHERE template_offered_at IS NOT NULL;

-- Whether the only person of the centre who may approve may also approve what acts for them, and which decisions were
-- made so (domain/agents/agent-runs/approvals).
ALTER TABLE tenants ADD COLUMN sole_approvals boolean NOT NULL DEFAULT false;
ALTER TABLE agent_run_steps ADD COLUMN decided_alone boolean NOT NULL DEFAULT false;
