import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { decideLeadOffer } from './decide-lead-offer.ts'

/** Withdraws an offer, even an accepted one. The lead can then be offered to somebody else. */
export const withdrawLeadOffer = (ctx: Context, ref: RecordRef) =>
  decideLeadOffer(ctx, { ...ref, verb: 'withdraw' })
