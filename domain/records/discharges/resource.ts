import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { clinical, ENDS, ofChild, STAYS_ON_RECORD } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const discharges = defineResource({
  permissions: {
    discharges: {
      about: 'discharges of children: what they end, and readmissions',
      ofPersons: true,
      centreOnly: ['read', 'write'],
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['SCHEDULER', 'BILLER', 'READ_ONLY'],
        write: ['ADMINISTRATOR'],
      },
      scopes: { children: ['read', 'write'] },
    },
  },
  records: {
    discharge: {
      prefix: 'dcg',
      table: 'discharges',
      audit: [
        'childId',
        'effectiveOn',
        'endsAt',
        'credit',
        'status',
        'summaryTaskId',
        'dischargedBy',
        'endedAt',
        'readmittedBy',
        'readmittedAt',
        'dryRun',
      ],
    },
    dischargeItem: {
      prefix: 'dsi',
      table: 'discharge_items',
      audit: ['dischargeId', 'number', 'kind', 'recordId', 'dueAt', 'result', 'code'],
    },
  },
  tables: {
    discharges: {
      child: of(ofChild, clinical),
      nonPersonalColumns: ['reason', 'credit', 'status'],
      movesWithChild: true,
      notFrozen: `${ENDS}: a restricted child cannot be discharged, because the child’s record is frozen`,
    },
    discharge_items: {
      child: of(via('discharge_id', 'discharges', ofChild), clinical),
      notFrozen: STAYS_ON_RECORD,
    },
  },
  constraints: {
    discharges_open_child: {
      code: 'child_discharged',
      message:
        'The child is already discharged. To discharge the child again, readmit the child first.',
    },
  },
})
