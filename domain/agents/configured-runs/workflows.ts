import { defineWorkflow } from '#platform/core/workflows.ts'

export const configuredRunWorkflow = defineWorkflow({
  name: 'configuredRun',
  subjectType: 'agentRun',
  idPrefix: 'configured-run',
  firstStep: 'start',
  unfinished:
    "SELECT tenant_id, id FROM agent_runs WHERE agent_id IS NOT NULL AND status IN ('RUNNING', 'WAITING', 'PAUSED')",
})
