import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const sessionFollowUpWorkflow = defineWorkflow({
  name: 'sessionFollowUp',
  subjectType: 'session',
  idPrefix: 'session-follow-up',
  firstStep: 'plan',
})
