import { DAILY_CARE } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { via } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import {
  ofChild,
  ofClient,
  clinical,
  keptWithChildRecord,
  deidentified,
} from '#vocabulary/person-table.ts'

const session = via('session_id', 'sessions', ofChild)

export const sessions = defineResource({
  permissions: {
    sessions: {
      about: 'sessions: attendance, times, goals, billable units',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['ADMINISTRATOR', 'EARLY_INTERVENTION_COORDINATOR', 'BILLER', 'READ_ONLY'],
        write: ['THERAPIST', 'SUPERVISOR'],
      },
      scopes: { sessions: ['read', 'write'] },
    },
  },
  records: {
    session: {
      prefix: 'ses',
      table: 'sessions',
      announced: {
        events: ['created', 'updated'],
        ids: ['childId', 'providerId'],
        optionalIds: ['appointmentId', 'serviceId'],
        example: 'endedAt',
      },
      audit: [
        'appointmentId',
        'childId',
        'providerId',
        'startedAt',
        'endedAt',
        'attendance',
        'billable',
        'serviceId',
        'billableUnits',
        'unitsManual',
        'modality',
        'placeOfService',
        'goals',
      ],
    },
  },
  tables: {
    sessions: {
      child: of(ofChild, deidentified),
      nonPersonalColumns: ['attendance', 'modality', 'place_of_service'],
      movesWithChild: true,
      allowedWhileRestricted: 'a running session may end',
    },
    session_participants: {
      child: of(session, clinical),
      client: of(ofClient, keptWithChildRecord),
      hasNoId: true,
    },
  },
  constraints: {
    sessions_tenant_id_appointment_id_key: {
      code: 'already_exists',
      path: 'appointmentId',
      message: 'The appointment already has a session.',
    },
  },
})
