import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { decideLeadOffer } from './decide-lead-offer.ts'

/** The centre takes an offer back, an accepted one too: the lead can be offered to somebody else. */
export const withdrawLeadOffer = (ctx: Context, ref: RecordRef) =>
  decideLeadOffer(ctx, { ...ref, verb: 'withdraw' })
