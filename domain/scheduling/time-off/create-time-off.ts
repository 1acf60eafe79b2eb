import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { affectedBy } from './affected-by.ts'
import { announceApproval } from './announce-approval.ts'
import { assertRange } from './rules.ts'
import { toTimeOff, type CreateTimeOff, type TimeOffDetails } from './schemas.ts'

/** An absence, asked for or approved. What is booked in it stays; the answer says where it could go. */
export const createTimeOff = (
  ctx: Context,
  { approved, ...input }: CreateTimeOff,
): Promise<TimeOffDetails> =>
  transact(ctx, 'time-off:write', async (tx) => {
    assertRange(input.startsAt, input.endsAt)
    await assertReferences(tx, 'provider', { providerId: input.providerId })
    const row = await tx.db.timeOff.create({
      data: {
        ...freshRecord(tx, newId('timeOff')),
        ...input,
        status: approved ? 'APPROVED' : 'REQUESTED',
      },
    })
    tx.created({ type: 'timeOff', id: row.id }, row)
    const affected = await affectedBy(tx, row)
    if (approved) announceApproval(tx, row, affected.affectedCount)
    return { ...toTimeOff(row), ...affected }
  })
