import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const restrictionLiftingWorkflow = defineWorkflow({
  name: 'restrictionLifting',
  subjectType: 'processingRestriction',
  idPrefix: 'restriction-lifting',
  firstStep: 'plan',
})
