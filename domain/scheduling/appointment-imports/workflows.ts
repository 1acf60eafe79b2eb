import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const appointmentImportWorkflow = defineWorkflow({
  name: 'appointmentImport',
  subjectType: 'appointmentImport',
  idPrefix: 'appointment-import',
  firstStep: 'check',
  taskQueue: 'bulk',
})
