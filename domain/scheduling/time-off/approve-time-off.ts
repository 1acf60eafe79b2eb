import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { affectedBy } from './affected-by.ts'
import { timeOffMoves } from './moves.ts'
import { loadTimeOff } from './queries.ts'
import { timeOffRecord } from './record.ts'
import type { TimeOffDetails } from './schemas.ts'

/** Approves time off. From now on, the provider cannot be booked during that time. */
export const approveTimeOff = (ctx: Context, ref: RecordRef): Promise<TimeOffDetails> =>
  transact(ctx, 'time-off:write', async (tx) => {
    const approved = await moveRecord(tx, ref, timeOffRecord, timeOffMoves, 'approve')
    return { ...approved, ...(await affectedBy(tx, await loadTimeOff(tx, ref.id))) }
  })
