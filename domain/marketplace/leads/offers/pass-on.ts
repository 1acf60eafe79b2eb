import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { LeadOffer as OfferModel } from '#prisma/generated/client.ts'
import type { LeadRow } from '../lead/lead-row.ts'
import { nextOfMatch } from './next-of-match.ts'
import { insertOffer } from './offer-lead.ts'

/** Asks the next provider of the match on the same terms. If there is none, the lead returns to the centre's queue. */
export const passOn = async (
  tx: Transaction,
  lead: LeadRow,
  { hours, passesOn }: Pick<OfferModel, 'hours' | 'passesOn'>,
): Promise<void> => {
  const providerId = passesOn ? await nextOfMatch(tx, lead) : null
  if (providerId !== null) await insertOffer(tx, lead, { providerId, hours, passesOn })
}
