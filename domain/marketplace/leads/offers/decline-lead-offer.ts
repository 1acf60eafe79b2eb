import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertInTime, decideLeadOffer } from './decide-lead-offer.ts'
import { passOn } from './pass-on.ts'

/** The provider declines the family. If the offer passes on, the next provider is asked. */
export const declineLeadOffer = (ctx: Context, ref: RecordRef) =>
  decideLeadOffer(ctx, { ...ref, verb: 'decline', rule: assertInTime, effects: passOn })
