import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const earlyInterventionCheckInWorkflow = defineWorkflow({
  name: 'earlyInterventionCheckIn',
  subjectType: 'program',
  idPrefix: 'early-intervention',
  firstStep: 'plan',
})
