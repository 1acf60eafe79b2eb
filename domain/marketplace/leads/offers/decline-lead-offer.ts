import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertInTime, decideLeadOffer } from './decide-lead-offer.ts'
import { passOn } from './pass-on.ts'

/** The provider does not take the family: the next one is asked, where the offer passes on. */
export const declineLeadOffer = (ctx: Context, ref: RecordRef) =>
  decideLeadOffer(ctx, { ...ref, verb: 'decline', rule: assertInTime, effects: passOn })
