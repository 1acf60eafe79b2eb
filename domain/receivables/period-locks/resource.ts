import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const periodLocks = defineResource({
  permissions: {
    'period-locks': {
      about: 'which periods of the books are locked',
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { payments: ['read', 'write'] },
    },
    'period-unlocks': {
      about: 'unlocking of locked periods',
      centreOnly: ['write'],
      freshProof: true,
      roles: { write: ['ADMINISTRATOR'] },
      scopes: { payments: ['write'] },
    },
  },
  records: {
    periodLock: {
      prefix: 'plk',
      table: 'period_locks',
      audit: ['lockedThroughOn', 'previouslyThroughOn', 'createdBy'],
    },
  },
  tables: { period_locks: { withoutPersonalData: CENTRE } },
  constraints: {
    period_locked: {
      code: 'period_locked',
      message:
        'The day is in a locked period of the books. Record it on a later day, or have the period unlocked: POST /v1/period-locks/unlock.',
    },
  },
})
