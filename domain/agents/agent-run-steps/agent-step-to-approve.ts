import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** An action of an agent that a person must approve. */
export const agentStepToApprove = defineWaiting({
  kind: 'AGENT_STEP_TO_APPROVE',
  subject: 'agentRunStep',
  reads: 'agent-runs:read',
  actions: [
    {
      operation: 'approveAgentRunStep',
      path: '/v1/agent-run-steps/{id}/approve',
      needs: 'agent-decisions:write',
      byRoles: true,
      second: { alone: { wait: 'NONE' } },
    },
    {
      operation: 'rejectAgentRunStep',
      path: '/v1/agent-run-steps/{id}/reject',
      needs: 'agent-decisions:write',
      byRoles: true,
    },
  ],
  hasTasks: true,
  rows: {
    from: 'agent_run_steps r',
    joins: `JOIN agent_runs u ON u.tenant_id = r.tenant_id AND u.id = r.run_id
      JOIN agents g ON g.tenant_id = r.tenant_id AND g.id = u.agent_id`,
    where: `r.type = 'APPROVAL' AND r.status = 'WAITING' AND r.waits_until > $2`,
    since: 'r.started_at',
    dueAt: 'r.waits_until',
    name: 'g.name',
    roles: `ARRAY(SELECT jsonb_array_elements_text(r.output->'roles'))`,
    first: 'ARRAY[u.started_by, u.url_created_by]',
  },
})
