import { defineMetrics, sumOf, type Metric } from './metric.ts'

const shared = {
  unit: 'COUNT',
  excludes: 'Sessions that the child missed (attendance ABSENT).',
  countedOn:
    'The day on which the session starts, in the zone of the location of its appointment; without an appointment, of the location to which the child belongs.',
  whenCorrected:
    'The days before and after the change are counted again, also when a session, its appointment or its note is changed or erased.',
  recordsNeed: 'sessions:read',
} as const satisfies Partial<Metric>

/** Sessions, what is billed for them, and their notes. */
export const sessionMetrics = defineMetrics({
  SESSIONS: {
    ...shared,
    title: 'Sessions',
    numerator: sumOf('SESSIONS', 'held'),
    counts: 'Sessions that were held or have begun.',
  },
  BILLABLE_SESSIONS: {
    ...shared,
    title: 'Billable sessions',
    numerator: sumOf('SESSIONS', 'billable'),
    counts: 'Sessions that are billable.',
  },
  BILLABLE_UNITS: {
    ...shared,
    title: 'Billable units',
    numerator: sumOf('SESSIONS', 'billable_units'),
    records: sumOf('SESSIONS', 'billable'),
    counts: 'The units of billable sessions, as their service or a person says.',
    excludes: `${shared.excludes} Sessions whose units nobody has said count none.`,
  },
  NOTES_SIGNED_IN_TIME: {
    ...shared,
    title: 'Notes signed within 24 hours',
    unit: 'RATIO',
    numerator: sumOf('SESSIONS', 'notes_signed_in_time'),
    denominator: sumOf('SESSIONS', 'notes_owed'),
    counts:
      'Sessions of which a note was signed within 24 hours after their end; a note that needs a co-signature counts when it has it.',
    dividedBy:
      'Sessions that have ended. One that ended less than 24 hours ago counts already, so that the figure of the last day still rises.',
    excludes: `${shared.excludes} Sessions that have not ended.`,
  },
})
