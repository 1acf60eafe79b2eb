import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const restrictionLiftingWorkflow = defineWorkflow({
  name: 'restrictionLifting',
  subjectType: 'processingRestriction',
  idPrefix: 'restriction-lifting',
  firstStep: 'plan',
})
