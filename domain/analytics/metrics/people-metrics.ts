import { defineMetrics, sumOf } from './metric.ts'

/** People of the centre. */
export const peopleMetrics = defineMetrics({
  CASELOAD: {
    title: 'Caseload',
    unit: 'COUNT',
    numerator: sumOf('CASELOAD', 'assigned'),
    counts:
      'Children whose primary provider a provider is, or on whose care team they are. A child counts once for each provider.',
    excludes: 'Children who are archived, and duplicates that were merged.',
    countedOn:
      'The end of the last day, in the zone of the location to which the child belongs, or the zone of the centre.',
    whenCorrected:
      'The care team is that of the day. The primary provider, the location and the funding program are the current ones.',
    recordsNeed: 'children:read',
  },
})
