import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const formChaseWorkflow = defineWorkflow({
  name: 'formChase',
  subjectType: 'formResponse',
  idPrefix: 'form-chase',
  firstStep: 'plan',
})
