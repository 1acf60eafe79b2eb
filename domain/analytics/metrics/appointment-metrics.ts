import { defineMetrics, sumOf, type Metric } from './metric.ts'

const shared = {
  unit: 'COUNT',
  excludes:
    'Holds, unconfirmed requests, declined and expired requests, and entries made in error. Each place of a group counts.',
  countedOn: 'The day on which the appointment starts, in the zone of its location.',
  whenCorrected:
    'The days before and after the change are recomputed: a moved appointment leaves its old day, and a corrected status counts.',
  recordsNeed: 'appointments:read',
} as const satisfies Partial<Metric>

/** Outcomes of appointments. */
export const appointmentMetrics = defineMetrics({
  APPOINTMENTS_BOOKED: {
    ...shared,
    title: 'Appointments booked',
    numerator: sumOf('APPOINTMENTS', 'booked'),
    counts: 'Appointments of children, in any status.',
  },
  APPOINTMENTS_COMPLETED: {
    ...shared,
    title: 'Appointments completed',
    numerator: sumOf('APPOINTMENTS', 'completed'),
    counts: 'Appointments that are COMPLETED.',
  },
  CANCELLATIONS: {
    ...shared,
    title: 'Cancellations',
    numerator: sumOf(
      'APPOINTMENTS',
      'cancelled_by_client',
      'cancelled_by_provider',
      'cancelled_by_organization',
    ),
    counts: 'Appointments that are CANCELLED, by any party.',
  },
  CANCELLATIONS_BY_CLIENT: {
    ...shared,
    title: 'Cancellations by the family',
    numerator: sumOf('APPOINTMENTS', 'cancelled_by_client'),
    counts: 'Appointments that are CANCELLED with CLIENT as initiator.',
  },
  CANCELLATIONS_BY_PROVIDER: {
    ...shared,
    title: 'Cancellations by the provider',
    numerator: sumOf('APPOINTMENTS', 'cancelled_by_provider'),
    counts: 'Appointments that are CANCELLED with PROVIDER as initiator.',
  },
  CANCELLATIONS_BY_ORGANIZATION: {
    ...shared,
    title: 'Cancellations by the centre',
    numerator: sumOf('APPOINTMENTS', 'cancelled_by_organization'),
    counts: 'Appointments that are CANCELLED with ORGANIZATION as initiator.',
  },
  LATE_CANCELLATIONS: {
    ...shared,
    title: 'Late cancellations',
    numerator: sumOf('APPOINTMENTS', 'late_cancelled'),
    counts: 'Appointments that are CANCELLED and late by the cancellation policy in force then.',
  },
  NO_SHOWS: {
    ...shared,
    title: 'No-shows of families',
    numerator: sumOf('APPOINTMENTS', 'missed_by_client'),
    counts: 'Appointments that are NO_SHOW because the family was absent.',
  },
  PROVIDER_NO_SHOWS: {
    ...shared,
    title: 'No-shows of providers',
    numerator: sumOf('APPOINTMENTS', 'missed_by_provider'),
    counts: 'Appointments that are NO_SHOW because the provider was absent.',
  },
  NO_SHOW_RATE: {
    ...shared,
    title: 'No-show rate',
    unit: 'RATIO',
    numerator: sumOf('APPOINTMENTS', 'missed_by_client'),
    denominator: sumOf('APPOINTMENTS', 'completed', 'missed_by_client'),
    counts: 'No-shows of families.',
    dividedBy: 'Appointments that are COMPLETED, plus no-shows of families.',
  },
  RESCHEDULED_APPOINTMENTS: {
    ...shared,
    title: 'Rescheduled appointments',
    numerator: sumOf('APPOINTMENTS', 'rescheduled'),
    counts: 'Appointments that were moved at least once, counted on the day of their last move.',
  },
  BOOKED_TIME: {
    ...shared,
    title: 'Booked time',
    unit: 'MINUTES',
    numerator: sumOf('APPOINTMENTS', 'booked_minutes'),
    records: sumOf('APPOINTMENTS', 'booked'),
    counts: 'Minutes of appointments that are planned or took place, and of no-shows.',
    excludes:
      'Cancelled appointments, holds, open requests and buffers. A group counts once, regardless of the number of children.',
  },
  UTILIZATION: {
    ...shared,
    title: 'Utilization',
    unit: 'RATIO',
    numerator: sumOf('APPOINTMENTS', 'booked_minutes'),
    records: sumOf('APPOINTMENTS', 'booked'),
    denominator: sumOf('OFFERED_TIME', 'offered_minutes'),
    // The denominator counts providers with minutes, the same as the figures by provider.
    denominatorRecordsNeed: 'analytics:read',
    counts: 'Booked time.',
    dividedBy:
      'Minutes offered by providers: their schedules and extra hours within the opening hours of the location, without closed days, closures and approved time off.',
    excludes:
      'Cancelled appointments, holds, open requests and buffers. Providers without a schedule offer no time, and extra hours without a location are not counted. Booked time counts in any case, so the figure can exceed 1.',
    countedOn:
      'The day on which the appointment or the working hours begin, in the zone of the location.',
    whenCorrected:
      'Appointments as in booked time. Offered time follows the schedules at the time of the request: changing a schedule for past days changes it.',
  },
})
