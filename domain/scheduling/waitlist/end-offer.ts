import { offerMoves } from './moves.ts'
import { move } from '#platform/core/records/move-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { EntryStatus } from './rules.ts'
import type { OfferRow } from './schemas.ts'

/** The status of an entry after its offer has ended. */
const ENTRY_AFTER = {
  accept: 'BOOKED',
  decline: 'WAITING',
  expire: 'WAITING',
  withdraw: 'CANCELLED',
} as const satisfies Record<keyof typeof offerMoves.moves, EntryStatus>

/** Ends an offer and announces this. The caller books or releases its hold. */
export const endOffer = async (
  tx: Transaction,
  before: OfferRow,
  name: keyof typeof offerMoves.moves,
): Promise<OfferRow> => {
  const { id, entryId, freedSlotId, freedSlot, appointment } = before
  const entry = await tx.db.waitlistEntry.update({
    where: keyOf(tx, entryId),
    data: { status: ENTRY_AFTER[name], ...touched(tx) },
  })
  const ended = await move(tx, offerMoves, name, before, async (status) => {
    const after = await tx.db.waitlistOffer.update({
      where: keyOf(tx, id),
      data: { status, decidedAt: tx.now, ...touched(tx) },
    })
    if (status === 'BOOKED')
      await tx.db.freedSlot.update({ where: keyOf(tx, freedSlotId), data: { status } })
    return { ...after, entry, freedSlot, appointment }
  })
  tx.changed({ type: 'waitlistOffer', id }, { status: before.status }, { status: ended.status })
  tx.changed({ type: 'waitlistEntry', id: entryId }, before.entry, entry)
  return ended
}
