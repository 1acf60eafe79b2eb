import { DAILY_CARE, PRICES } from '#vocabulary/fresh-proof.ts'
import { via } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { ofChild, clinical } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const appointments = defineResource({
  permissions: {
    appointments: {
      about: 'appointments, groups and series',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: {
        read: ['BILLER', 'READ_ONLY'],
        write: [
          'ADMINISTRATOR',
          'SCHEDULER',
          'THERAPIST',
          'SUPERVISOR',
          'EARLY_INTERVENTION_COORDINATOR',
        ],
      },
      scopes: { bookings: ['read', 'write'] },
    },
    'booking-overrides': {
      about: 'booking in spite of a rule, with a reason',
      roles: { write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
    corrections: {
      about: 'marking an appointment as entered in error',
      ofPersons: true,
      withoutFreshProof: DAILY_CARE,
      roles: { write: ['ADMINISTRATOR', 'SUPERVISOR'] },
      scopes: { admin: ['read', 'write'] },
    },
    'fee-waivers': {
      about: 'waiving the fee of a cancellation or a missed visit',
      ofPersons: true,
      withoutFreshProof: PRICES,
      roles: { write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    appointment: {
      prefix: 'apt',
      table: 'appointments',
      audit: [
        'childId',
        'providerId',
        'serviceId',
        'locationId',
        'roomId',
        'type',
        'status',
        'groupId',
        'seat',
        'startsAt',
        'endsAt',
        'timeZone',
        'seriesId',
        'importId',
        'amountMinor',
        'currency',
        'cancellation',
        'absentParty',
        'fee',
        'heldUntil',
        'lateEntry',
        'familyConfirmedAt',
        'modality',
        'placeOfService',
        'amount',
        'deadline',
        'decision',
        'initiator',
        'late',
        'orderId',
        'policyId',
        'waiver',
        'by',
        'at',
      ],
    },
    appointmentChange: { prefix: 'apc', table: 'appointment_changes' },
  },
  tables: {
    appointments: {
      child: of(
        ofChild,
        empty(
          'CLINICAL',
          'notes',
          'cancellation.reason',
          'error_reason',
          'decline_reason',
          'fee_waiver_reason',
          'override',
          'meeting_url',
        ),
      ),
      nonPersonalColumns: ['time_zone', 'fee', 'hold_id', 'modality', 'place_of_service'],
      movesWithChild: true,
      allowedWhileRestricted:
        'can be cancelled, declined and ended, and a fee waived; others need the time',
    },
    appointment_changes: {
      child: of(via('appointment_id', 'appointments', ofChild), clinical),
      notFrozen: 'the history of appointments, which are frozen themselves',
      derived: {
        columns: ['before', 'after'],
        from: 'the appointment',
        takes: [],
        because: 'is read with appointments:read, like the appointment',
      },
    },
  },
  constraints: {
    appointments_provider_free: {
      code: 'slot_taken',
      message: 'The provider is not free at that time. Choose another time.',
      extra: { resource: 'provider' },
    },
    appointments_child_free: {
      code: 'slot_taken',
      message: 'The child is not free at that time. Choose another time.',
      extra: { resource: 'child' },
    },
    appointments_room_free: {
      code: 'slot_taken',
      message: 'The room is not free at that time. Choose another time.',
      extra: { resource: 'room' },
    },
    appointments_seat: {
      code: 'group_full',
      message: 'Every place of the group is taken. Choose another group or time.',
    },
  },
})
