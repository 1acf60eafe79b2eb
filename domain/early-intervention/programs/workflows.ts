import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const earlyInterventionCheckInWorkflow = defineWorkflow({
  name: 'earlyInterventionCheckIn',
  subjectType: 'program',
  idPrefix: 'early-intervention',
  firstStep: 'plan',
})
