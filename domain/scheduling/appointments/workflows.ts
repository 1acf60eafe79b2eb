import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const appointmentLifecycleWorkflow = defineWorkflow({
  name: 'appointmentLifecycle',
  subjectType: 'appointment',
  idPrefix: 'appointment',
  firstStep: 'plan',
})

export const appointmentFollowUpWorkflow = defineWorkflow({
  name: 'appointmentFollowUp',
  subjectType: 'appointment',
  idPrefix: 'appointment-follow-up',
  firstStep: 'plan',
})
