import { defineWorkflow } from '#platform/core/workflows/workflows.ts'

export const holdExpiryWorkflow = defineWorkflow({
  name: 'holdExpiry',
  subjectType: 'tenant',
  idPrefix: 'hold-expiry',
  firstStep: 'release',
})
