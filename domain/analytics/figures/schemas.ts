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
    .meta({ description: `Metrics to return. Defaults to ${DEFAULT_METRICS.join(', ')}.` }),
  granularity: z.enum(GRANULARITIES).default('MONTH').meta({
    description: 'Length of a period. Weeks begin on Monday; TOTAL covers all days together.',
  }),
  groupBy: commaSeparated(z.enum([...GROUPINGS, 'NONE']), GROUPINGS.length)
    .default(['LOCATION'])
    .meta({
      description:
        'Grouping of the rows in addition to the period. NONE groups only by the period.',
    }),
  comparison: z.enum(COMPARISONS).optional().meta({
    description:
      'Period for comparison: the same number of periods immediately before, or the same periods a year earlier (364 days for weeks).',
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
      description: 'Currency of the amount. Amounts in several currencies are separate figures.',
      example: null,
    }),
    value: number('Value of the figure; null if the divisor is 0 or the figure is withheld.', 412),
    numerator: number('For a ratio or an average: the dividend. Null for other metrics.', null),
    denominator: number('For a ratio or an average: the divisor. Null for other metrics.', null),
    previousValue: number('Value in the comparison period.', 398),
    isSuppressed: z.boolean().meta({
      description:
        'Whether the figure is withheld because it counts so few people that they could be identified.',
      example: false,
    }),
    isPartial: z.boolean().meta({
      description:
        'Whether the figure excludes months of locations that count so few people that they could be identified. It is also true if all months are excluded and the figure is withheld.',
      example: false,
    }),
  })
  .meta({ id: 'AnalyticsFigure' })
export type AnalyticsFigure = z.infer<typeof AnalyticsFigure>

const figures = z
  .array(AnalyticsFigure)
  .meta({ description: 'Figures, in the order of the requested metrics.' })
const grouped = (what: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({
      description: `${what}; null if rows are not grouped by it, or if there is none.`,
      example,
    })

export const AnalyticsRow = z
  .strictObject({
    startsOn: day('First day of the period.', '2026-01-01'),
    endsOn: day('Last day of the period.', '2026-01-31'),
    locationId: idOf('location')
      .nullable()
      .meta({ description: 'Location; null if rows are not grouped by it, or if there is none.' }),
    providerId: idOf('provider').nullable().meta({
      description: 'Provider; null if rows are not grouped by it, or if there is none.',
      example: null,
    }),
    serviceId: idOf('service').nullable().meta({
      description: 'Service; null if rows are not grouped by it, or if there is none.',
      example: null,
    }),
    appointmentType: grouped('Type of the appointment', null),
    payerId: idOf('payer').nullable().meta({
      description: 'Payer on record; null if rows are not grouped by it, or if there is none.',
      example: null,
    }),
    payer: grouped(
      'Name of the payer on record, or of a payer without a record as in the treatment cycle; not shown for payers that are clients',
      null,
    ),
    fundingProgram: grouped('Funding program of the child', null),
    stage: grouped('The stage', null),
    clock: grouped('Early-intervention clock', null),
    figures,
  })
  .meta({ id: 'AnalyticsRow' })
export type AnalyticsRow = z.infer<typeof AnalyticsRow>

export const LocationAnalytics = z
  .strictObject({
    startsOn: day('First day of the period.', '2026-01-01'),
    endsOn: day('Last day of the period.', '2026-03-31'),
    granularity: growing(z.enum(GRANULARITIES)).meta({ description: 'Length of a period.' }),
    groupBy: z
      .array(growing(z.enum(GROUPINGS)))
      .meta({ description: 'Grouping of the rows.', example: ['LOCATION'] }),
    comparedWith: z
      .strictObject({
        startsOn: day('First day of the period.', '2025-10-01'),
        endsOn: day('Last day of the period.', '2025-12-31'),
      })
      .nullable()
      .meta({ description: 'Comparison period; null for none.' }),
    currentAt: instantText.meta({
      description: 'Time up to which all changes are included, in UTC.',
      example: '2026-04-01T09:00:00.000Z',
    }),
    isBeingRebuilt: z.boolean().meta({
      description:
        'Whether daily totals are being rebuilt, as happens after an upgrade. While true, figures for appointments, sessions and money can be incomplete.',
      example: false,
    }),
    locations: z
      .array(
        z.strictObject({
          id: idOf('location').meta({ description: 'ID of the location.' }),
          name: z.string().meta({ description: 'Name of the location.', example: 'Berlin Mitte' }),
          timeZone: z
            .string()
            .meta({ description: 'Time zone of the location’s days.', example: 'Europe/Berlin' }),
        }),
      )
      .meta({ description: 'Locations that the figures include.' }),
    data: z.array(AnalyticsRow).meta({
      description:
        'Rows by period, then by groups. By LOCATION or NONE alone, and without other filters, each period of each location in use has a row, with zeros if nothing was counted, unless that makes more than 5,000 rows. Otherwise, a missing row means that nothing was counted.',
    }),
    ...pageMembers,
    total: figures.meta({ description: 'Totals of all rows.' }),
  })
  .meta({ id: 'LocationAnalytics' })
export type LocationAnalytics = z.infer<typeof LocationAnalytics>
