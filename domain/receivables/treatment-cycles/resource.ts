import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { of } from '#vocabulary/erasing.ts'
import { ofChild, clinical } from '#vocabulary/person-table.ts'

export const treatmentCycles = defineResource({
  permissions: {
    'treatment-cycles': {
      about: 'authorizations of payers: visits or units in a period, and what is used',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['SCHEDULER', 'THERAPIST', 'EARLY_INTERVENTION_COORDINATOR', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'SUPERVISOR', 'BILLER'],
      },
      scopes: { sessions: ['read', 'write'] },
    },
  },
  records: {
    treatmentCycle: {
      prefix: 'trc',
      table: 'treatment_cycles',
      audit: [
        'childId',
        'payerId',
        'serviceId',
        'providerId',
        'measure',
        'authorized',
        'startsOn',
        'endsOn',
        'renewalLeadDays',
        'used',
        'usedPercent',
        'renewOn',
        'reached80At',
        'reached90At',
        'closedAt',
      ],
    },
  },
  tables: {
    treatment_cycles: {
      child: of(ofChild, clinical),
      movesWithChild: true,
      allowedWhileRestricted: 'count what took place, and can be closed',
    },
  },
  constraints: {
    treatment_cycles_period: {
      code: 'authorization_overlaps',
      message:
        'The child already has an authorization for this service on some of these days. Change or close that one first.',
    },
  },
})
