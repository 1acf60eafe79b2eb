import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { transact } from '#platform/core/transaction.ts'
import { changeSeries } from './change-series.ts'
import { dropOccurrences } from './series-change.ts'
import { previewCancellation } from './preview-cancellation.ts'
import type { CancelledSeries, CancelSeries } from './schemas.ts'

/**
 * Cancels occurrences that are still to come, each as an appointment is cancelled, its fee included.
 * With scope all the series is over.
 */
export const cancelSeries = (
  ctx: Context,
  { dryRun = false, ...input }: RecordRef & CancelSeries & { dryRun?: boolean },
): Promise<CancelledSeries> =>
  transact(ctx, 'appointments:write', async (tx) => {
    if (dryRun) return previewCancellation(tx, input)
    const { initiator, reason, ...ref } = input
    const series = await changeSeries(tx, ref, async (_series, scoped, revision) => {
      await dropOccurrences(tx, revision, scoped, { initiator, reason })
      return ref.scope === 'ALL' ? { cancelledAt: tx.now } : {}
    })
    return { ...series, dryRun, occurrences: [], fees: [] }
  })
