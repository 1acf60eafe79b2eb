import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const messageDeliveryWorkflow = defineWorkflow({
  name: 'messageDelivery',
  subjectType: 'message',
  idPrefix: 'message',
  firstStep: 'send',
  unfinished: "SELECT tenant_id, id FROM messages WHERE status = 'QUEUED'",
})

/**
 * E-mails that are due at once. One workflow sends several of them: that of the first one, under the same id as
 * `messageDelivery`, which the other e-mails get only if they could not be sent.
 */
export const messageDeliveriesWorkflow = defineWorkflow({
  name: 'messageDeliveries',
  subjectType: 'message',
  idPrefix: 'message',
  firstStep: 'send',
  together: true,
})
