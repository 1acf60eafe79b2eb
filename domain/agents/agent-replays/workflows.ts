import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const agentReplayWorkflow = defineWorkflow({
  name: 'agentReplay',
  subjectType: 'agentReplay',
  idPrefix: 'agent-replay',
  firstStep: 'replay',
  taskQueue: 'bulk',
  unfinished: "SELECT tenant_id, id FROM agent_replays WHERE status = 'RUNNING'",
})
