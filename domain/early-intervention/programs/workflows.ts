import { defineWorkflow } from '#platform/core/workflows.ts'

export const earlyInterventionCheckInWorkflow = defineWorkflow({
  name: 'earlyInterventionCheckIn',
  subjectType: 'programme',
  idPrefix: 'early-intervention',
  firstStep: 'plan',
})
