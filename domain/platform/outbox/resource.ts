import { PLUMBING } from '#vocabulary/personal-data.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const outbox = defineResource({
  records: {
    workflowMessage: { prefix: 'wfm' },
  },
  tables: {
    outbox: { withoutPersonalData: PLUMBING },
  },
})
