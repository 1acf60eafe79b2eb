import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { EntryStatus, OfferStatus } from './rules.ts'
import type { OfferRow } from './schemas.ts'
import { waitlistEvents } from './events.ts'
import { waitlistOfferWorkflow } from './workflows.ts'

/** What an entry is once its offer has ended. */
const ENTRY_AFTER = {
  BOOKED: 'BOOKED',
  DECLINED: 'WAITING',
  EXPIRED: 'WAITING',
  WITHDRAWN: 'CANCELLED',
} as const satisfies Partial<Record<OfferStatus, EntryStatus>>

/** Ends an offer and says so. Its hold is the caller's to book or to give up. */
export const endOffer = async (
  tx: Transaction,
  before: OfferRow,
  status: keyof typeof ENTRY_AFTER,
): Promise<OfferRow> => {
  const { id, entryId, freedSlotId, freedSlot, appointment } = before
  const entry = await tx.db.waitlistEntry.update({
    where: keyOf(tx, entryId),
    data: { status: ENTRY_AFTER[status], ...touched(tx) },
  })
  const after = await tx.db.waitlistOffer.update({
    where: keyOf(tx, id),
    data: { status, decidedAt: tx.now, ...touched(tx) },
  })
  if (status === 'BOOKED') {
    await tx.db.freedSlot.update({ where: keyOf(tx, freedSlotId), data: { status } })
  }
  tx.changed({ type: 'waitlistOffer', id }, { status: before.status }, { status })
  tx.changed({ type: 'waitlistEntry', id: entryId }, before.entry, entry)
  const facts = offerFacts(before)
  const subject = { type: 'waitlistOffer', id } as const
  switch (status) {
    case 'BOOKED':
      tx.emit(waitlistEvents['waitlist.booked'], subject, {
        ...facts,
        appointmentId: before.appointmentId,
      })
      break
    case 'DECLINED':
      tx.emit(waitlistEvents['waitlist.declined'], subject, facts)
      break
    case 'EXPIRED':
      tx.emit(waitlistEvents['waitlist.expired'], subject, facts)
      break
    case 'WITHDRAWN':
      tx.emit(waitlistEvents['waitlist.withdrawn'], subject, facts)
      break
  }
  tx.wake(waitlistOfferWorkflow, freedSlotId)
  return { ...after, entry, freedSlot, appointment }
}

const offerFacts = ({ id, entryId, entry, freedSlot }: OfferRow) => ({
  offerId: id,
  entryId,
  childId: entry.childId,
  providerId: freedSlot.providerId,
  locationId: freedSlot.locationId,
  startsAt: inZone(freedSlot.startsAt, freedSlot.timeZone),
})
