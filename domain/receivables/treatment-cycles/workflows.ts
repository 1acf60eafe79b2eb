import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const treatmentCycleWorkflow = defineWorkflow({
  name: 'treatmentCycle',
  subjectType: 'treatmentCycle',
  idPrefix: 'treatment-cycle',
  firstStep: 'plan',
})
