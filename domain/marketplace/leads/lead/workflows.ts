import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const leadQualificationWorkflow = defineWorkflow({
  name: 'leadQualification',
  subjectType: 'lead',
  idPrefix: 'lead-qualification',
  firstStep: 'plan',
})
