import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const webhookRecoveryWorkflow = defineWorkflow({
  name: 'webhookRecovery',
  subjectType: 'webhookRecovery',
  idPrefix: 'webhook-recovery',
  firstStep: 'recover',
  taskQueue: 'bulk',
  unfinished: "SELECT tenant_id, id FROM webhook_recoveries WHERE status = 'RUNNING'",
})
