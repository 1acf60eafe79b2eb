import { PLUMBING } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const outbox = defineResource({
  records: {
    workflowMessage: { prefix: 'wfm' },
  },
  tables: {
    outbox: {
      withoutPersonalData: PLUMBING,
      derived: {
        columns: ['payload'],
        from: 'the records that an event reports; for custom.emitted, what the agent’s run has read',
        takes: 'BY_ROW',
        because:
          'events:read is the permission for events of all records; what an agent sent requires what its run may read',
      },
    },
  },
})
