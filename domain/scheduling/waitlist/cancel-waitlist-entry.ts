import { entryMoves } from './moves.ts'
import { move } from '#platform/core/records/move-record.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from '../holds/report-released.ts'
import { giveUpHold } from '../holds/give-up-hold.ts'
import { endOffer } from './end-offer.ts'
import { loadEntry } from './queries.ts'
import { lockOffer } from './lock-offer.ts'
import { toWaitlistEntry, type WaitlistEntry } from './schemas.ts'

/** Removes a waitlist entry. Its offer goes to the next entry. */
export const cancelWaitlistEntry = (
  ctx: Context,
  { id, version }: RecordRef,
): Promise<WaitlistEntry> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const open = await tx.db.waitlistOffer.findFirst({
      where: { tenantId: tx.tenantId, entryId: id, status: 'OFFERED' },
      select: { id: true },
    })
    const locked = open && (await lockOffer(tx, open.id))
    if (!locked) await lockRecord(tx, 'waitlist_entries', id)
    const before = await loadEntry(tx, id)
    assertVersion(before, version)
    assertMove(entryMoves, 'cancel', before)
    if (before.status === 'OFFERED') {
      if (locked?.offer.status !== 'OFFERED')
        throw new DomainError(
          'service_unavailable',
          'A slot is being offered to this entry at the moment. Try again.',
        )
      const { entry } = await endOffer(tx, locked.offer, 'withdraw')
      await reportReleased(tx, await giveUpHold(tx, locked.hold.id), 'RELEASED')
      return toWaitlistEntry(entry)
    }
    const after = await move(tx, entryMoves, 'cancel', before, (status) =>
      tx.db.waitlistEntry.update({ where: keyOf(tx, id), data: { status, ...touched(tx) } }),
    )
    tx.changed({ type: 'waitlistEntry', id }, before, after)
    return toWaitlistEntry(after)
  })
