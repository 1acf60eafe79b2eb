import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { countFigures } from './count-figures.ts'
import type { LocationAnalytics, LocationAnalyticsQuery } from './schemas.ts'

/** Metrics over all locations that the caller sees, by period and group. */
export const getLocationAnalytics = (
  ctx: Context,
  query: LocationAnalyticsQuery,
): Promise<LocationAnalytics> =>
  read(ctx, 'analytics:read', (reader) => countFigures(reader, query, { isComplete: true }))
