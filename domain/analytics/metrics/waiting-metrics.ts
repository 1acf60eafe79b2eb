import { defineMetrics, sumOf } from './metric.ts'

/** Waiting times of families, and their return. */
export const waitingMetrics = defineMetrics({
  TIME_TO_FIRST_APPOINTMENT: {
    title: 'Time to the first appointment',
    unit: 'DAYS',
    numerator: sumOf('FIRST_APPOINTMENTS', 'days_until_first'),
    denominator: sumOf('FIRST_APPOINTMENTS', 'children'),
    counts: 'Days from the registration of a child to the day of the first appointment.',
    dividedBy: 'Children who have an appointment, whether it is past or to come.',
    excludes:
      'Children without an appointment, who had one before they were registered here, and duplicates that were merged. Appointments that are held, unconfirmed, cancelled or entered in error.',
    countedOn:
      'The day on which the child was registered, in the zone of the location of the first appointment.',
    whenCorrected:
      'Counted on request: if the first appointment is cancelled, the next one counts.',
    recordsNeed: 'children:read',
  },
  WAITLIST_TIME: {
    title: 'Time on the waitlist',
    unit: 'DAYS',
    numerator: sumOf('WAITLIST', 'days_waited'),
    denominator: sumOf('WAITLIST', 'given'),
    counts: 'Days from the day of the entry to the day on which the family took a place.',
    dividedBy: 'Entries that got a place.',
    excludes: 'Entries that wait, that were cancelled, and whose place was lost again.',
    countedOn: 'The day on which the place was taken, in the zone of the location of the place.',
    whenCorrected: 'Counted on request, from the current entries.',
    recordsNeed: 'appointments:read',
  },
  REBOOKING_RATE: {
    title: 'Rebooked within 30 days',
    unit: 'RATIO',
    numerator: sumOf('APPOINTMENTS', 'rebooked'),
    denominator: sumOf('APPOINTMENTS', 'completed'),
    counts:
      'Appointments that are COMPLETED after which the child has another one that starts within 30 days (720 hours).',
    dividedBy: 'Appointments of children that are COMPLETED.',
    excludes:
      'As the next one: what is held, unconfirmed, declined, expired, cancelled or entered in error.',
    countedOn: 'The day on which the completed appointment starts, in the zone of its location.',
    whenCorrected:
      'The days of the completed appointments before a change are counted again: a next one that is called off takes the rebooking away.',
    recordsNeed: 'appointments:read',
  },
})
