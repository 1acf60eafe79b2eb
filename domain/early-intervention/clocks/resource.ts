import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const clocks = defineResource({
  permissions: {
    'clock-sets': {
      about: 'the deadlines of a jurisdiction',
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['THERAPIST', 'SUPERVISOR', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'],
        write: ['ADMINISTRATOR'],
      },
      scopes: { children: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    clockSet: { prefix: 'cls', table: 'clock_sets', audit: ['clocks'] },
    deadlineRecalculation: {
      readBy: 'clock-sets',
      prefix: 'dlr',
      table: 'deadline_recalculations',
      audit: ['closureId', 'status', 'programs', 'moved', 'finishedAt'],
    },
  },
  tables: {
    clock_sets: { withoutPersonalData: CENTRE },
    deadline_recalculations: { withoutPersonalData: CENTRE },
  },
})
