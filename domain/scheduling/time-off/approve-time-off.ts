import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { affectedBy } from './affected-by.ts'
import { announceApproval } from './announce-approval.ts'
import { loadTimeOff } from './queries.ts'
import { moving, timeOffRecord } from './record.ts'
import type { TimeOffDetails } from './schemas.ts'

/** From now on nothing is booked with the provider in that time. */
export const approveTimeOff = (ctx: Context, ref: RecordRef): Promise<TimeOffDetails> =>
  transact(ctx, 'time-off:write', async (tx) => {
    const approved = await changeRecord(tx, ref, timeOffRecord, moving('approve'))
    const row = await loadTimeOff(tx, ref.id)
    const affected = await affectedBy(tx, row)
    announceApproval(tx, row, affected.affectedCount)
    return { ...approved, ...affected }
  })
