import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const webhookCourierWorkflow = defineWorkflow({
  name: 'webhookCourier',
  subjectType: 'webhookEndpoint',
  idPrefix: 'courier',
  firstStep: 'deliver',
  taskQueue: 'couriers',
})
