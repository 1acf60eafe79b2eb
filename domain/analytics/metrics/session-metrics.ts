import { defineMetrics, sumOf, type Metric } from './metric.ts'

const shared = {
  unit: 'COUNT',
  excludes: 'Sessions that the child missed (attendance ABSENT).',
  countedOn:
    'The day on which the session starts, in the zone of its appointment’s location; without an appointment, of the child’s location.',
  whenCorrected:
    'The days before and after the change are recomputed, also if a session, its appointment or its note changes or is erased.',
  recordsNeed: 'sessions:read',
} as const satisfies Partial<Metric>

/** Sessions, their billing, and their notes. */
export const sessionMetrics = defineMetrics({
  SESSIONS: {
    ...shared,
    title: 'Sessions',
    numerator: sumOf('SESSIONS', 'held'),
    counts: 'Sessions that have started or ended.',
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
    counts: 'Units of billable sessions, set by the rule of their service or by a person.',
    excludes: `${shared.excludes} Sessions without units count as 0.`,
  },
  NOTES_SIGNED_IN_TIME: {
    ...shared,
    title: 'Notes signed within 24 hours',
    unit: 'RATIO',
    numerator: sumOf('SESSIONS', 'notes_signed_in_time'),
    denominator: sumOf('SESSIONS', 'notes_owed'),
    counts:
      'Sessions with a note signed within 24 hours after their end; if the note needs a co-signature, within 24 hours including it.',
    dividedBy:
      'Sessions that have ended, including those that ended less than 24 hours ago, so the figure of the last day may still rise.',
    excludes: `${shared.excludes} Sessions that have not ended.`,
  },
})
