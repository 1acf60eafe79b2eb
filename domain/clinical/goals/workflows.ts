import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const childProgressFollowUpWorkflow = defineWorkflow({
  name: 'childProgressFollowUp',
  subjectType: 'goalReview',
  idPrefix: 'child-progress',
  firstStep: 'plan',
})
