import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { changeSeries } from './change-series.ts'
import { dropOccurrences } from './series-change.ts'
import { previewSeriesChange } from './preview-series-change.ts'
import { kindOf, type CancelSeries, type Series, type SeriesOutcome } from './schemas.ts'

/**
 * Cancels future occurrences one by one, as for single appointments, including any fee. With scope ALL, it ends
 * the series.
 */
export const cancelSeries = (
  ctx: Context,
  { dryRun = false, ...input }: RecordRef & CancelSeries & { dryRun?: boolean },
): Promise<SeriesOutcome> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const cancel = () => cancelOccurrences(tx, input)
    if (dryRun) return previewSeriesChange(tx, input.id, cancel)
    return { ...(await cancel()), dryRun, occurrences: [], fees: [] }
  })

const cancelOccurrences = (
  tx: Transaction,
  { initiator, reason, ...ref }: RecordRef & CancelSeries,
): Promise<Series> =>
  changeSeries(tx, ref, async (series, scoped, revision) => {
    if (kindOf(series) === 'GROUP' && initiator === 'CLIENT')
      throw invalid(
        'initiator',
        'not_allowed',
        'A family cannot cancel groups, but can give up its places. Cancel the places instead.',
      )
    await dropOccurrences(tx, revision, scoped, { initiator, reason })
    return ref.scope === 'ALL' ? { cancelledAt: tx.now } : {}
  })
