import { assertChildInCare } from '#people/children/assert-child-in-care.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumnOrNull } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertDates } from './assert-dates.ts'
import { assertNamed } from './assert-named.ts'
import { availableNow } from './available-now.ts'
import {
  toFreeSlot,
  toWaitlistEntry,
  type CreatedWaitlistEntry,
  type CreateWaitlistEntry,
} from './schemas.ts'
import { openSlots } from './slots-freed.ts'

/**
 * Adds an entry to the waitlist for slots that become free. Reports slots that are already free and, on
 * request, offers one, to the entry that has waited longest for it.
 */
export const createWaitlistEntry = (
  ctx: Context,
  { offerImmediately, ...input }: CreateWaitlistEntry,
): Promise<CreatedWaitlistEntry> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const { startsOn, endsOn, ...wishes } = input
    assertDates(input)
    await assertReferences(tx, 'child', { childId: input.childId })
    await assertChildInCare(tx, input.childId)
    await assertNamed(tx, input)
    const row = await tx.db.waitlistEntry.create({
      data: {
        ...freshRecord(tx, newId('waitlistEntry')),
        ...wishes,
        startsOn: dateColumnOrNull(startsOn),
        endsOn: dateColumnOrNull(endsOn),
        status: 'WAITING',
      },
    })
    tx.created({ type: 'waitlistEntry', id: row.id }, row)
    const free = await availableNow(tx, { ...row, times: input.times })
    const [first] = free
    if (offerImmediately && first) openSlots(tx, [{ ...first, id: null }])
    return { ...toWaitlistEntry(row), availableNow: free.map(toFreeSlot) }
  })
