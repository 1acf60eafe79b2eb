import { move } from '#platform/core/records/move-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { LeadOffer as OfferModel } from '#prisma/generated/client.ts'
import { openOfferOf, type LeadRow } from '../lead/lead-row.ts'
import { leadOfferMoves } from '../lead/moves.ts'

/** The moves of an offer. */
export type LeadOfferVerb = keyof typeof leadOfferMoves.moves

/** Records the outcome of an offer, and who decided it. */
export const endOffer = async (
  tx: Transaction,
  before: OfferModel,
  verb: LeadOfferVerb,
): Promise<OfferModel> => {
  const after = await move(tx, leadOfferMoves, verb, before, (status) =>
    tx.db.leadOffer.update({
      where: keyOf(tx, before.id),
      data: { status, decidedAt: tx.now, decidedBy: tx.actor.id, ...touched(tx) },
    }),
  )
  tx.changed({ type: 'leadOffer', id: before.id }, before, after)
  return after
}

/** Ends the open offers of a closed lead, which can no longer be accepted. */
export const endOpenOffers = async (tx: Transaction, lead: LeadRow): Promise<void> => {
  const open = openOfferOf(lead)
  if (open) await endOffer(tx, open, 'withdraw')
}
