import { defineMetrics, sumOf } from './metric.ts'

/** People of the centre. */
export const peopleMetrics = defineMetrics({
  CASELOAD: {
    title: 'Caseload',
    unit: 'COUNT',
    numerator: sumOf('CASELOAD', 'assigned'),
    counts:
      'Children who have the provider as primary provider or on their care team. A child counts once for each provider.',
    excludes: 'Archived children, and merged duplicates.',
    countedOn: 'The end of the last day, in the zone of the child’s location, or of the centre.',
    whenCorrected:
      'The care team of that day counts. The primary provider, the location and the funding program are the current ones.',
    recordsNeed: 'children:read',
  },
})
