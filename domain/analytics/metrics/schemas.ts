import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { DIMENSION_COLUMNS, type Dimension } from '../families/family.ts'
import { FAMILIES } from '../families/families.ts'
import { dimensionsOf, familiesOf, METRIC_UNITS } from './metric.ts'
import { METRIC_IDS, metricOf, type MetricId } from './metric-of.ts'

/** Dimensions of figures. */
export const GROUPINGS = ['LOCATION', ...(Object.keys(DIMENSION_COLUMNS) as Dimension[])] as const
export type Grouping = (typeof GROUPINGS)[number]

export const metricId = growing(z.enum(METRIC_IDS)).meta({
  description: 'The metric. For its definition, use GET /v1/analytics/metrics.',
  example: 'APPOINTMENTS_BOOKED',
})

const words = (description: string, example: string) => z.string().meta({ description, example })

export const MetricDefinition = z
  .strictObject({
    metric: metricId,
    title: words('Its name.', 'Appointments booked'),
    unit: growing(z.enum(METRIC_UNITS)).meta({
      description:
        'Unit of the metric. COUNT: number of records. RATIO: 1 means all. MINUTES and DAYS: on average. MONEY: in minor units of a currency.',
      example: 'COUNT',
    }),
    counts: words('What is counted or added up.', 'Appointments of children.'),
    dividedBy: words('The divisor; null if the metric is not divided.', 'Appointments.').nullable(),
    excludes: words('What is excluded.', 'Holds.'),
    countedOn: words('The day on which a record counts, and its time zone.', 'The day it starts.'),
    whenCorrected: words(
      'How corrections of a record change the figure.',
      'The days are recomputed.',
    ),
    groupings: z.array(growing(z.enum(GROUPINGS))).meta({
      description: 'Dimensions for groups and filters.',
      example: ['LOCATION', 'PROVIDER'],
    }),
    isSnapshot: z.boolean().meta({
      description:
        'Whether the metric describes the current state. If so, it requires the granularity TOTAL.',
      example: false,
    }),
    mostDays: z.int().nullable().meta({
      description: 'Maximum number of days in a question; null if only the granularity limits it.',
      example: null,
    }),
    permissions: z.array(z.string()).meta({
      description: 'Permission required.',
      example: ['analytics:read'],
    }),
    recordsPermission: words(
      'Additional permission required to see the records.',
      'appointments:read',
    ),
  })
  .meta({ id: 'MetricDefinition' })
export type MetricDefinition = z.infer<typeof MetricDefinition>

/** Maximum number of days of a metric, for any granularity. */
const mostDaysOf = (families: ReturnType<typeof familiesOf>): number | null => {
  const limits = families.flatMap((name) => {
    const family = FAMILIES[name]
    return 'mostDays' in family ? [family.mostDays] : []
  })
  return limits.length > 0 ? Math.min(...limits) : null
}

export const toMetricDefinition = (metric: MetricId): MetricDefinition => {
  const it = metricOf(metric)
  const families = familiesOf(it)
  return {
    metric,
    title: it.title,
    unit: it.unit,
    counts: it.counts,
    dividedBy: it.dividedBy ?? null,
    excludes: it.excludes,
    countedOn: it.countedOn,
    whenCorrected: it.whenCorrected,
    groupings: ['LOCATION', ...dimensionsOf(it)],
    isSnapshot: families.some((name) => 'isSnapshot' in FAMILIES[name]),
    mostDays: mostDaysOf(families),
    permissions: ['analytics:read', ...(it.needs ? [it.needs] : [])],
    recordsPermission: it.recordsNeed,
  }
}
