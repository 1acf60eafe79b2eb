import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { toMetricDefinition, type MetricDefinition } from './schemas.ts'
import { METRIC_IDS } from './metric-of.ts'

/** Every metric with its definition, the same for all centres. */
export const listMetrics = (ctx: Context): Promise<{ data: MetricDefinition[] }> =>
  read(ctx, 'analytics:read', () => Promise.resolve({ data: METRIC_IDS.map(toMetricDefinition) }))
