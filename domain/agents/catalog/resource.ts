import { about } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { atOnce, STAYS_ON_RECORD } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const catalog = defineResource({
  permissions: {
    'agent-catalog': {
      about: 'what agents of the centre may read and do',
      roles: { read: 'EVERYBODY' },
      scopes: { ai: ['read'] },
    },
  },
  tables: {
    performed_actions: {
      child: of(about, atOnce),
      hasNoId: true,
      notFrozen: STAYS_ON_RECORD,
      derived: {
        columns: ['outcome'],
        from: 'the records of the action',
        takes: [],
        because: 'describes the action without names, in the child’s timeline',
      },
    },
  },
})
