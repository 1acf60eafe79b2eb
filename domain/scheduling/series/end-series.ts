import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { writeRevision } from './change-series.ts'
import { openOccurrences } from './open-occurrences.ts'
import { loadSeries } from './queries.ts'
import { instantOf, type OpenOccurrence } from './rules.ts'
import type { Series } from './schemas.ts'
import { dropOccurrences } from './series-change.ts'

/**
 * Ends a series whose appointments from `endsAt` on are cancelled already: occurrences without an appointment
 * are dropped, and if none is left, the series is cancelled.
 */
export const endSeries = (
  ctx: Context,
  { id, reason, endsAt }: { id: string; reason: string; endsAt: Date },
): Promise<Series> =>
  transact(ctx, 'appointments:write', async (tx) => {
    await lockRecord(tx, 'series', id)
    const before = await loadSeries(tx, id)
    const open = await openOccurrences(tx, id)
    const over = open.filter((it) => !it.booked && startOf(it, before.timeZone) >= endsAt)
    const revision = before.revision + 1
    const change = { seriesId: id, timeZone: before.timeZone, revision }
    await dropOccurrences(tx, change, over, { initiator: 'ORGANIZATION', reason })
    const ended = over.length === open.length && before.cancelledAt === null
    return writeRevision(tx, before, { ...(ended && { cancelledAt: tx.now }), revision })
  })

/** A local time that the clocks skip counts as the start of its day. */
const startOf = ({ occursOn, startTime }: OpenOccurrence, timeZone: string): Date =>
  instantOf(occursOn, startTime, timeZone) ?? instantOf(occursOn, '12:00', timeZone)!
