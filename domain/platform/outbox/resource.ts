import { PLUMBING } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const outbox = defineResource({
  records: {
    workflowMessage: { prefix: 'wfm' },
  },
  tables: {
    outbox: { withoutPersonalData: PLUMBING },
  },
})
