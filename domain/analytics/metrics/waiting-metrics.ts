import { defineMetrics, sumOf } from './metric.ts'

/** How long families wait, and whether they return. */
export const waitingMetrics = defineMetrics({
  TIME_TO_FIRST_APPOINTMENT: {
    title: 'Time to the first appointment',
    unit: 'DAYS',
    numerator: sumOf('FIRST_APPOINTMENTS', 'days_until_first'),
    denominator: sumOf('FIRST_APPOINTMENTS', 'children'),
    counts: 'Days from the registration of a child to the day of the first appointment.',
    dividedBy: 'Children who have a past or future appointment.',
    excludes:
      'Children without an appointment or whose first one was before their registration, and merged duplicates. Appointments that are held, unconfirmed, cancelled or entered in error.',
    countedOn:
      'The day on which the child was registered, in the zone of the location of the first appointment.',
    whenCorrected:
      'Computed on request: if the first appointment is cancelled, the next one counts.',
    recordsNeed: 'children:read',
  },
  WAITLIST_TIME: {
    title: 'Time on the waitlist',
    unit: 'DAYS',
    numerator: sumOf('WAITLIST', 'days_waited'),
    denominator: sumOf('WAITLIST', 'given'),
    counts: 'Days from the creation of the entry to the day on which the family accepted a slot.',
    dividedBy: 'Entries that were booked.',
    excludes: 'Waiting and cancelled entries, and entries that lost their slot again.',
    countedOn: 'The day on which the slot was accepted, in the zone of its location.',
    whenCorrected: 'Computed on request from the current entries.',
    recordsNeed: 'appointments:read',
  },
  REBOOKING_RATE: {
    title: 'Rebooked within 30 days',
    unit: 'RATIO',
    numerator: sumOf('APPOINTMENTS', 'rebooked'),
    denominator: sumOf('APPOINTMENTS', 'completed'),
    counts:
      'Appointments that are COMPLETED and followed by another appointment of the child that starts within 30 days (720 hours).',
    dividedBy: 'Appointments of children that are COMPLETED.',
    excludes:
      'As following appointments: those that are held, unconfirmed, declined, expired, cancelled or entered in error.',
    countedOn: 'The day on which the completed appointment starts, in the zone of its location.',
    whenCorrected:
      'The days of earlier completed appointments are recomputed: if the following appointment is cancelled, the rebooking no longer counts.',
    recordsNeed: 'appointments:read',
  },
})
