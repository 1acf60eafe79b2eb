import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const messageDeliveryWorkflow = defineWorkflow({
  name: 'messageDelivery',
  subjectType: 'message',
  idPrefix: 'message',
  firstStep: 'send',
  unfinished: "SELECT tenant_id, id FROM messages WHERE status = 'QUEUED'",
})
