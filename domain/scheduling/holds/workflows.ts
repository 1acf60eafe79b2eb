import { defineWorkflow } from '#platform/core/workflows.ts'

export const holdExpiryWorkflow = defineWorkflow({
  name: 'holdExpiry',
  subjectType: 'tenant',
  idPrefix: 'hold-expiry',
  firstStep: 'release',
})
