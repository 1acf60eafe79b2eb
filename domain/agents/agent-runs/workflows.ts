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

/**
 * Runs that only compute. One workflow begins several of them: that of the first run, under the same id as
 * `agentRun`, which the other runs get only if they go on.
 */
export const agentRunsWorkflow = defineWorkflow({
  name: 'agentRuns',
  subjectType: 'agentRun',
  idPrefix: 'agent-run',
  firstStep: 'start',
  taskQueue: 'agents',
  together: true,
})
