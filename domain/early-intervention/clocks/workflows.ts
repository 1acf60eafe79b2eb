import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const clockMovingWorkflow = defineWorkflow({
  name: 'clockMoving',
  subjectType: 'deadlineRecalculation',
  idPrefix: 'clock-moving',
  firstStep: 'move',
  taskQueue: 'bulk',
  unfinished: "SELECT tenant_id, id FROM deadline_recalculations WHERE status = 'RUNNING'",
})
