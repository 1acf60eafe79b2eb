import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const holdExpiryWorkflow = defineWorkflow({
  name: 'holdExpiry',
  subjectType: 'tenant',
  idPrefix: 'hold-expiry',
  firstStep: 'release',
})
