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
        from: 'the records that an event tells of; of custom.emitted what the run of an agent works with',
        takes: 'BY_ROW',
        because:
          'events:read is the permission to be told of all records; what an agent has sent takes what its run may read',
      },
    },
  },
})
