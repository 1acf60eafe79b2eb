import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const evaluationRunWorkflow = defineWorkflow({
  name: 'evaluationRun',
  subjectType: 'evaluationRun',
  idPrefix: 'evaluation-run',
  firstStep: 'evaluate',
  taskQueue: 'knowledge',
  unfinished: "SELECT tenant_id, id FROM evaluation_runs WHERE status = 'RUNNING'",
})
