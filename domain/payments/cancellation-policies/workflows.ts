import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const appointmentCancellationWorkflow = defineWorkflow({
  name: 'appointmentCancellation',
  subjectType: 'appointment',
  idPrefix: 'appointment-cancellation',
  firstStep: 'plan',
  interactive: true,
})
