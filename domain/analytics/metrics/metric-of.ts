import { appointmentMetrics } from './appointment-metrics.ts'
import { careMetrics } from './care-metrics.ts'
import { intakeMetrics } from './intake-metrics.ts'
import { moneyMetrics } from './money-metrics.ts'
import { peopleMetrics } from './people-metrics.ts'
import { sessionMetrics } from './session-metrics.ts'
import { waitingMetrics } from './waiting-metrics.ts'
import type { Metric } from './metric.ts'

/** Every metric by id, in documentation order. */
const METRICS = {
  ...appointmentMetrics,
  ...waitingMetrics,
  ...peopleMetrics,
  ...sessionMetrics,
  ...careMetrics,
  ...moneyMetrics,
  ...intakeMetrics,
} as const satisfies Record<string, Metric>
export type MetricId = keyof typeof METRICS
export const METRIC_IDS = Object.keys(METRICS) as [MetricId, ...MetricId[]]

export const metricOf = (id: MetricId): Metric => METRICS[id]
