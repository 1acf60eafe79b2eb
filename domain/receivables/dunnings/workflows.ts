import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const invoiceDunningWorkflow = defineWorkflow({
  name: 'invoiceDunning',
  subjectType: 'invoice',
  idPrefix: 'invoice-dunning',
  firstStep: 'plan',
})
