import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const sessionFollowUpWorkflow = defineWorkflow({
  name: 'sessionFollowUp',
  subjectType: 'session',
  idPrefix: 'session-follow-up',
  firstStep: 'plan',
})
