import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const treatmentCycleWorkflow = defineWorkflow({
  name: 'treatmentCycle',
  subjectType: 'treatmentCycle',
  idPrefix: 'treatment-cycle',
  firstStep: 'plan',
})
