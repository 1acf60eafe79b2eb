import type { Provider } from '#prisma/generated/client.ts'
import { announcing, defineMoves } from '#platform/core/records/moves.ts'
import { providerEvents } from './events.ts'
import { ProviderStatus, type SuspensionReason } from './provider-status.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'

export const providerMoves = defineMoves<Pick<Provider, 'id' | 'suspensionReason'>>()({
  noun: 'A provider',
  subject: 'provider',
  states: ProviderStatus.options,
  initial: ['APPLIED', 'APPROVED'],
  // States that only the onboarding sets: its stages, its rejection and its withdrawal.
  elsewhere: {
    DOCUMENTS: 'an onboarding',
    VERIFICATION: 'an onboarding',
    APPROVAL: 'an onboarding',
    REJECTED: 'an onboarding',
    WITHDRAWN: 'an onboarding',
  },
  waits: {
    APPLIED: 'its onboarding waits',
    DOCUMENTS: 'its onboarding waits',
    VERIFICATION: 'its onboarding waits',
    APPROVAL: 'its onboarding waits',
    APPROVED: 'the provider can be booked',
    REJECTED: ENDED,
    WITHDRAWN: ENDED,
    SUSPENDED:
      'a person has suspended it until they reinstate it; if its license has expired, the follow-up of the license asks',
  },
  moves: {
    suspend: {
      from: ['APPROVED'],
      to: 'SUSPENDED',
      event: announcing(providerEvents['provider.suspended'], ({ id, suspensionReason }) => ({
        providerId: id,
        reason: suspensionReason as SuspensionReason,
      })),
    },
    reinstate: {
      from: ['SUSPENDED'],
      to: 'APPROVED',
      event: announcing(providerEvents['provider.reinstated'], ({ id }) => ({ providerId: id })),
    },
  },
})
