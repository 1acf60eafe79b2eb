import { z } from 'zod'
import { commaSeparated } from '#platform/core/schemas/comma-separated.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { pageMembers } from '#platform/core/lists/paging.ts'
import { instantText } from '#platform/core/time/time.ts'
import { GROUPINGS, metricId } from '../metrics/schemas.ts'
import { METRIC_IDS, type MetricId } from '../metrics/metric-of.ts'
import { countedRecords } from './counted-records.ts'
import { COMPARISONS, GRANULARITIES } from './periods.ts'

const DEFAULT_METRICS: readonly MetricId[] = [
  'APPOINTMENTS_BOOKED',
  'APPOINTMENTS_COMPLETED',
  'CANCELLATIONS',
  'NO_SHOWS',
]

export const LocationAnalyticsQuery = z.strictObject({
  ...countedRecords,
  metrics: commaSeparated(z.enum(METRIC_IDS), METRIC_IDS.length)
    .default([...DEFAULT_METRICS])
    .meta({ description: `Metrics to return. Default: ${DEFAULT_METRICS.join(', ')}.` }),
  granularity: z.enum(GRANULARITIES).default('MONTH').meta({
    description: 'Length of a period. Weeks begin on Monday; TOTAL covers all days at once.',
  }),
  groupBy: commaSeparated(z.enum([...GROUPINGS, 'NONE']), GROUPINGS.length)
    .default(['LOCATION'])
    .meta({
      description: 'Grouping of the rows in addition to the period. NONE: only the period.',
    }),
  comparison: z.enum(COMPARISONS).optional().meta({
    description:
      'Comparison: the same number of periods just before, or the same periods a year earlier (364 days for weeks).',
  }),
})
export type LocationAnalyticsQuery = z.infer<typeof LocationAnalyticsQuery>

const day = (description: string, example: string) => z.string().meta({ description, example })
const number = (description: string, example: number | null) =>
  z.number().nullable().meta({ description, example })

export const AnalyticsFigure = z
  .strictObject({
    metric: metricId,
    currency: z.string().nullable().meta({
      description: 'Currency of an amount. Amounts in several currencies are several figures.',
      example: null,
    }),
    value: number('The figure; null if the divisor is 0 or the figure is withheld.', 412),
    numerator: number('For a ratio or an average: the dividend. Null for other metrics.', null),
    denominator: number('For a ratio or an average: the divisor.', null),
    previousValue: number('The figure of the comparison period.', 398),
    isSuppressed: z.boolean().meta({
      description: 'Whether it is withheld because it counts so few that they could be identified.',
      example: false,
    }),
    isPartial: z.boolean().meta({
      description:
        'Whether it excludes months of locations that count so few that they could be identified; also true if all are excluded and it is withheld.',
      example: false,
    }),
  })
  .meta({ id: 'AnalyticsFigure' })
export type AnalyticsFigure = z.infer<typeof AnalyticsFigure>

const figures = z
  .array(AnalyticsFigure)
  .meta({ description: 'In the order of the requested metrics.' })
const grouped = (what: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what}; null unless rows are grouped by it, or for none.`, example })

export const AnalyticsRow = z
  .strictObject({
    startsOn: day('The first day of the period.', '2026-01-01'),
    endsOn: day('Its last day.', '2026-01-31'),
    locationId: idOf('location')
      .nullable()
      .meta({ description: 'The location; null unless rows are grouped by it, or for none.' }),
    providerId: idOf('provider')
      .nullable()
      .meta({ description: 'The provider; null likewise.', example: null }),
    serviceId: idOf('service')
      .nullable()
      .meta({ description: 'The service; null likewise.', example: null }),
    appointmentType: grouped('The type of appointment', null),
    payerId: idOf('payer')
      .nullable()
      .meta({ description: 'The payer on record; null likewise.', example: null }),
    payer: grouped(
      'The name of the payer, or the name that a treatment cycle gives to a payer without a record; not shown for payers that are clients',
      null,
    ),
    fundingProgram: grouped('The funding program of the child', null),
    stage: grouped('The stage', null),
    clock: grouped('The clock of early intervention', null),
    figures,
  })
  .meta({ id: 'AnalyticsRow' })
export type AnalyticsRow = z.infer<typeof AnalyticsRow>

export const LocationAnalytics = z
  .strictObject({
    startsOn: day('The first day.', '2026-01-01'),
    endsOn: day('The last day.', '2026-03-31'),
    granularity: growing(z.enum(GRANULARITIES)).meta({ description: 'How long a period is.' }),
    groupBy: z
      .array(growing(z.enum(GROUPINGS)))
      .meta({ description: 'What rows are about.', example: ['LOCATION'] }),
    comparedWith: z
      .strictObject({
        startsOn: day('The first day.', '2025-10-01'),
        endsOn: day('The last day.', '2025-12-31'),
      })
      .nullable()
      .meta({ description: 'Comparison period; null for none.' }),
    currentAt: instantText.meta({
      description: 'All changes before this instant are included.',
      example: '2026-04-01T09:00:00.000Z',
    }),
    isBeingRebuilt: z.boolean().meta({
      description:
        'Whether days are being recomputed from the beginning, as after an upgrade: figures of appointments, sessions and money may be incomplete.',
      example: false,
    }),
    locations: z
      .array(
        z.strictObject({
          id: idOf('location').meta({ description: 'The location.' }),
          name: z.string().meta({ description: 'Its name.', example: 'Berlin Mitte' }),
          timeZone: z
            .string()
            .meta({ description: 'Time zone of its days.', example: 'Europe/Berlin' }),
        }),
      )
      .meta({ description: 'The locations that count.' }),
    data: z.array(AnalyticsRow).meta({
      description: 'By period, then by groups. A missing row means that nothing was counted.',
    }),
    ...pageMembers,
    total: figures.meta({ description: 'Totals of all rows.' }),
  })
  .meta({ id: 'LocationAnalytics' })
export type LocationAnalytics = z.infer<typeof LocationAnalytics>
