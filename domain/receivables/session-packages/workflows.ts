import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const packageExpiryWorkflow = defineWorkflow({
  name: 'packageExpiry',
  subjectType: 'sessionPackage',
  idPrefix: 'package-expiry',
  firstStep: 'plan',
})
