import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { bookSeries } from './book-series.ts'
import type { BookedSeries, CreateSeries, Series } from './schemas.ts'

/**
 * Records a series and its occurrences. The workflow books them one by one with the ordinary verb. A failure is
 * reported for its occurrence and does not stop the others.
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
