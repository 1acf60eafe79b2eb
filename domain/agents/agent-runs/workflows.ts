import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const agentRunWorkflow = defineWorkflow({
  name: 'agentRun',
  subjectType: 'agentRun',
  idPrefix: 'agent-run',
  firstStep: 'start',
  taskQueue: 'agents',
  unfinished:
    "SELECT tenant_id, id FROM agent_runs WHERE status IN ('RUNNING', 'WAITING', 'PAUSED')",
})
