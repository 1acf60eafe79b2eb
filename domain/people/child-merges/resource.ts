import { defineResource } from '#vocabulary/resource.ts'
import { of } from '#vocabulary/erasing.ts'
import { atOnce } from '#vocabulary/person-table.ts'

export const childMerges = defineResource({
  permissions: {
    'child-merges': {
      about: 'merges of duplicate children, and their reversal',
      ofPersons: true,
      freshProof: true,
      roles: { read: ['SCHEDULER', 'AUDITOR', 'READ_ONLY'], write: ['ADMINISTRATOR'] },
      scopes: { children: ['read', 'write'] },
    },
  },
  records: {
    childMerge: {
      prefix: 'chm',
      table: 'child_merges',
      audit: ['survivorId', 'duplicateId', 'moved.*', 'archivedAt', 'mergedBy', 'reversedAt'],
    },
  },
  tables: {
    child_merges: {
      child: of((row) => `ARRAY[${row}.survivor_id, ${row}.duplicate_id] && $2`, atOnce),
      derived: {
        columns: ['moved'],
        from: 'the records that moved',
        takes: [],
        because: 'has numbers by table',
      },
    },
  },
})
