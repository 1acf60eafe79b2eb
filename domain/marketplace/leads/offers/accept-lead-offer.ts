import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import type { ProviderStatus } from '#organization/providers/provider-status.ts'
import { assertApproved } from '#scheduling/appointments/assert-approved.ts'
import { assertInTime, decideLeadOffer } from './decide-lead-offer.ts'

/**
 * The provider accepts the family, unless the provider has been suspended meanwhile. The centre then converts
 * the lead.
 */
export const acceptLeadOffer = (ctx: Context, ref: RecordRef) =>
  decideLeadOffer(ctx, {
    ...ref,
    verb: 'accept',
    rule: async (tx, offer) => {
      assertInTime(tx, offer)
      assertApproved((await loadProvider(tx, offer.providerId)).status as ProviderStatus)
    },
  })
