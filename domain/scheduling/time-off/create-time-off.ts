import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { affectedBy } from './affected-by.ts'
import { timeOffEvents, timeOffFacts } from './events.ts'
import { assertRange } from './rules.ts'
import { toTimeOff, type CreateTimeOff, type TimeOffDetails } from './schemas.ts'

/** Records an absence, requested or approved. Existing bookings are kept; the response lists alternatives. */
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
    const subject = { type: 'timeOff', id: row.id } as const
    tx.created(subject, row)
    const affected = await affectedBy(tx, row)
    if (approved)
      tx.emit(timeOffEvents['time_off.approved'], subject, {
        ...timeOffFacts(row),
        affected: affected.affectedCount,
      })
    return { ...toTimeOff(row), ...affected }
  })
