import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertInTime, decideLeadOffer } from './decide-lead-offer.ts'
import { passOn } from './pass-on.ts'

/** The provider declines the family: the next one is asked if the offer passes on. */
export const declineLeadOffer = (ctx: Context, ref: RecordRef) =>
  decideLeadOffer(ctx, { ...ref, verb: 'decline', rule: assertInTime, effects: passOn })
