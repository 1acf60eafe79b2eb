import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

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
