import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const packageExpiryWorkflow = defineWorkflow({
  name: 'packageExpiry',
  subjectType: 'sessionPackage',
  idPrefix: 'package-expiry',
  firstStep: 'plan',
})
