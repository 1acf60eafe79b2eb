import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const agentTriggersWorkflow = defineWorkflow({
  name: 'agentTriggers',
  subjectType: 'tenant',
  idPrefix: 'agent-triggers',
  firstStep: 'start runs',
  // One workflow per centre. It processes everything that the centre's events start.
  interactive: true,
  unfinished: `
    SELECT tenant_id, tenant_id AS id FROM agent_triggers
    UNION SELECT tenant_id, tenant_id FROM agents WHERE next_run_at IS NOT NULL`,
})
