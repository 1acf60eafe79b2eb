import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const invoiceDunningWorkflow = defineWorkflow({
  name: 'invoiceDunning',
  subjectType: 'invoice',
  idPrefix: 'invoice-dunning',
  firstStep: 'plan',
})
