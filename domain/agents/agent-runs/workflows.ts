import { defineWorkflow } from '#platform/core/workflows.ts'

export const agentRunWorkflow = defineWorkflow({
  name: 'agentRun',
  subjectType: 'agentRun',
  idPrefix: 'agent-run',
  firstStep: 'plan',
  taskQueue: 'bulk',
})
