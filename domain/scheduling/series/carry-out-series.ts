import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { read, transact } from '#platform/core/transactions/transaction.ts'
import { carryOutOccurrence } from './carry-out-occurrence.ts'
import { pendingOccurrences } from './pending-occurrences.ts'
import { loadSeries, progressOf } from './queries.ts'
import { placeOf } from '#organization/locations/place-facts.ts'
import { seriesEvents } from './events.ts'

/** The number of occurrences per round. Results are recorded per row, so little is repeated after a crash. */
const BATCH = 60

interface Round {
  id: string
  /** When aborted, stops between two occurrences. */
  signal?: AbortSignal
}

/**
 * Applies the desired changes of the next occurrences of a series. `left` says whether more remain. At the end
 * it sends one event.
 */
export const carryOutSeries = async (
  ctx: Context,
  { id, signal }: Round,
): Promise<{ left: boolean }> => {
  const { series, pending } = await read(ctx, 'appointments:read', async (reader) => ({
    series: await loadSeries(reader, id),
    pending: await pendingOccurrences(reader, id, BATCH + 1),
  }))
  for (const occurrence of pending.slice(0, BATCH)) {
    signal?.throwIfAborted()
    await carryOutOccurrence(ctx, { id: occurrence, series })
  }
  if (pending.length > BATCH) return { left: true }
  return { left: await settle(ctx, id) }
}

/** Ends the change, unless occurrences are pending again. Returns whether they are. */
const settle = (ctx: Context, id: string): Promise<boolean> =>
  transact(ctx, 'appointments:write', async (tx) => {
    await lockRecord(tx, 'series', id)
    const before = await loadSeries(tx, id)
    const subject = { type: 'series', id } as const
    tx.nothingChanged(subject)
    if (before.status === 'READY') return false
    const { total: _, pending, ...counts } = (await progressOf(tx, [before]))(id)
    if (pending > 0) return true
    const after = await tx.db.series.update({
      where: keyOf(tx, id),
      data: { status: 'READY', ...touched(tx) },
    })
    tx.changed(subject, before, after)
    const { childId, providerId, revision } = after
    tx.emit(seriesEvents['series.processed'], subject, {
      seriesId: id,
      ...(childId !== null && { childId }),
      providerId,
      ...placeOf(after),
      revision,
      ...counts,
    })
    return false
  })
