import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { transact } from '../core/transaction.ts'
import { changeSeries } from './change-series.ts'
import { dropOccurrences } from './occurrences.ts'
import type { CancelSeries, Series } from './schemas.ts'

/**
 * Cancels occurrences that are still to come, each as an appointment is cancelled, its fee included.
 * With scope all the series is over.
 */
export const cancelSeries = (
  ctx: Context,
  { initiator, reason, ...ref }: RecordRef & CancelSeries,
): Promise<Series> =>
  transact(ctx, 'appointments:write', (tx) =>
    changeSeries(tx, ref, async (_series, scoped, change) => {
      await dropOccurrences(tx, change, scoped, { initiator, reason })
      return ref.scope === 'all' ? { cancelledAt: tx.now } : {}
    }),
  )
