import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { bookSeries } from './book-series.ts'
import type { BookedSeries, CreateSeries, Series } from './schemas.ts'

/**
 * Puts a series and its occurrences on record. The workflow books them one by one, by the same verb as
 * any booking; what cannot be booked is reported by occurrence and holds up none of the others.
 */
export const createSeries = (
  ctx: Context,
  input: CreateSeries,
): Promise<BookedSeries & Pick<Series, 'id'>> =>
  transact(ctx, 'appointments:write', async (tx) => ({
    ...(await bookSeries(tx, input)),
    dryRun: false,
    occurrences: [],
    prices: [],
  }))
