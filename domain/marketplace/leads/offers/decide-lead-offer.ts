import { leadOfferMoves } from '../lead/moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { LeadOffer as OfferModel } from '#prisma/generated/client.ts'
import { endOffer, type LeadOfferVerb } from './end-offer.ts'
import type { LeadRow } from '../lead/lead-row.ts'
import { toLeadOffer, type LeadOffer } from './schemas.ts'
import { loadLead, loadLeadOffer } from '../lead/queries.ts'
import { assertOpenLead } from '../lead/rules.ts'

interface Decision extends RecordRef {
  verb: LeadOfferVerb
  /** Throws if the decision is refused. */
  rule?: (tx: Transaction, offer: OfferModel) => void | Promise<void>
  /** What follows, when the lead is back in its state without the offer. */
  effects?: (tx: Transaction, lead: LeadRow, offer: OfferModel) => Promise<void>
}

/** The order of every decision about an offer. Locks the lead, so that only one of two responses takes effect. */
export const decideLeadOffer = (
  ctx: Context,
  { id, version, verb, rule, effects }: Decision,
): Promise<LeadOffer> =>
  transact(ctx, 'leads:write', async (tx) => {
    const { leadId } = await loadLeadOffer(tx, id)
    await lockRecord(tx, 'leads', leadId)
    const before = await loadLeadOffer(tx, id)
    assertVersion(before, version)
    assertOpenLead(await loadLead(tx, leadId))
    assertMove(leadOfferMoves, verb, before)
    await rule?.(tx, before)
    const after = await endOffer(tx, before, verb)
    await effects?.(tx, await loadLead(tx, leadId), after)
    return toLeadOffer(after)
  })

/** Refuses to answer an expired offer, even before its expiry is recorded. */
export const assertInTime = (tx: Transaction, { expiresAt }: OfferModel): void => {
  if (expiresAt > tx.now) return
  throw new DomainError('invalid_transition', 'The time to answer the offer has passed.', {
    extra: { status: 'EXPIRED', allowed: [] },
  })
}
