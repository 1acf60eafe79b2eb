import { appointmentMetrics } from './appointment-metrics.ts'
import { peopleMetrics } from './people-metrics.ts'
import type { Metric } from './metric.ts'

/** Every metric, by id, in the order of the documentation. */
const METRICS = {
  ...appointmentMetrics,
  ...peopleMetrics,
} as const satisfies Record<string, Metric>
export type MetricId = keyof typeof METRICS
export const METRIC_IDS = Object.keys(METRICS) as [MetricId, ...MetricId[]]

export const metricOf = (id: MetricId): Metric => METRICS[id]
