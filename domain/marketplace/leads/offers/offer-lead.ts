import { leadMoves } from '../lead/moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { freshRecord, inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import type { ProviderStatus } from '#organization/providers/provider-status.ts'
import { assertApproved } from '#scheduling/appointments/assert-approved.ts'
import { acceptedOfferOf, openOfferOf, type LeadRow } from '../lead/lead-row.ts'
import { nextOfMatch } from './next-of-match.ts'
import { toLeadOffer, type LeadOffer, type OfferLead } from './schemas.ts'
import { loadLead } from '../lead/queries.ts'
import { leadQualificationWorkflow } from '../lead/workflows.ts'

/** Offers a lead to one provider exclusively, until the provider answers or the offer expires. */
export const offerLead = (
  ctx: Context,
  { offer, id }: Omit<RecordRef, 'version'> & { offer: OfferLead },
): Promise<LeadOffer> =>
  transact(ctx, 'leads:write', async (tx) => {
    await lockRecord(tx, 'leads', id)
    const lead = await loadLead(tx, id)
    assertMove(leadMoves, 'offer', lead)
    assertNotOffered(lead)
    const providerId = offer.providerId ?? (await bestOfMatch(tx, lead))
    await assertReferences(tx, 'provider', { providerId })
    assertApproved((await loadProvider(tx, providerId)).status as ProviderStatus)
    const { hours, passesOn } = offer
    return toLeadOffer(await insertOffer(tx, lead, { providerId, hours, passesOn }))
  })

/** Creates an offer within another write, for a provider who may be asked. */
export const insertOffer = async (
  tx: Transaction,
  { id: leadId }: Pick<LeadRow, 'id'>,
  { providerId, hours, passesOn }: { providerId: string; hours: number; passesOn: boolean },
) => {
  const id = newId('leadOffer')
  await tx.db.leadOffer.create({
    data: {
      ...freshRecord(tx, id),
      leadId,
      providerId,
      status: 'OPEN',
      passesOn,
      hours,
      expiresAt: addMinutes(tx.now, hours * 60),
    },
  })
  const row = await tx.db.leadOffer.findFirstOrThrow({ where: inTenant(tx, id) })
  tx.created({ type: 'leadOffer', id }, row)
  tx.wake(leadQualificationWorkflow, leadId)
  return row
}

const assertNotOffered = (lead: LeadRow): void => {
  const standing = openOfferOf(lead) ?? acceptedOfferOf(lead)
  if (!standing) return
  throw new DomainError(
    'lead_offered',
    standing.status === 'OPEN'
      ? 'The lead has already been offered to a provider. Wait for the answer, or withdraw the offer.'
      : 'A provider has accepted the lead. Convert the lead, or withdraw the offer.',
    { extra: { offerId: standing.id } },
  )
}

const bestOfMatch = async (tx: Transaction, lead: LeadRow): Promise<string> => {
  const providerId = await nextOfMatch(tx, lead)
  if (providerId !== null) return providerId
  throw new DomainError(
    'nobody_to_ask',
    'All matched providers have been asked, or the match is no longer stored. Match the lead again, or send a providerId.',
  )
}
