import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const childProgressFollowUpWorkflow = defineWorkflow({
  name: 'childProgressFollowUp',
  subjectType: 'goalReview',
  idPrefix: 'child-progress',
  firstStep: 'plan',
})
