import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { freshRecord } from '../core/record-ref.ts'
import { assertReferences } from '../core/references.ts'
import { dateColumnOrNull } from '../core/time.ts'
import { transact } from '../core/transaction.ts'
import { assertDates, assertNamed } from './wishes.ts'
import { toWaitlistEntry, type CreateWaitlistEntry, type WaitlistEntry } from './schemas.ts'

/** Somebody waits from now on: slots that become free are offered to them. */
export const createWaitlistEntry = (
  ctx: Context,
  input: CreateWaitlistEntry,
): Promise<WaitlistEntry> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const { earliestDate, latestDate, ...wishes } = input
    assertDates(input)
    await assertReferences(tx, 'child', { childId: input.childId })
    await assertNamed(tx, input)
    const row = await tx.db.waitlistEntry.create({
      data: {
        ...freshRecord(tx, newId('waitlistEntry')),
        ...wishes,
        earliestDate: dateColumnOrNull(earliestDate),
        latestDate: dateColumnOrNull(latestDate),
        status: 'WAITING',
      },
    })
    tx.audit({ type: 'waitlist_entry', id: row.id }, undefined, row)
    return toWaitlistEntry(row)
  })
