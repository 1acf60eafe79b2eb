import type { ProviderStatus } from '#organization/providers/provider-status.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { blockOfProvider, type BlockCode } from '../availability/rules.ts'

/** Refuses a provider who is not approved or is suspended, where the other rules of availability are not checked. */
export const assertApproved = (status: ProviderStatus): void => {
  const block = blockOfProvider(status)
  if (block !== null) throw takesNoBookings(block, [block])
}

export const takesNoBookings = (block: BlockCode, blocks: readonly BlockCode[]) =>
  new DomainError(
    'slot_unavailable',
    `The provider cannot be booked: ${block}. Choose another provider.`,
    { extra: { blocks } },
  )
