import type { OutsideContext } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import {
  AnswerRefusedError,
  ProviderUnavailableError,
  type Surroundings,
} from '#providers/oidc/index.ts'
import { refuseSignIn } from './refuse-sign-in.ts'

const RETRY_SECONDS = 60

/** Calls a provider outside of transactions, and converts its errors. */
export const askProvider = async <T>(
  { platform: { webhookAddresses: addresses, clock } }: Pick<OutsideContext, 'platform'>,
  ask: (surroundings: Surroundings) => Promise<T>,
): Promise<T> => {
  try {
    return await ask({ addresses, now: () => clock.now() })
  } catch (cause) {
    if (cause instanceof ProviderUnavailableError)
      throw new DomainError(
        'identity_provider_unavailable',
        'Your centre’s identity provider did not answer. Try again in a minute.',
        { cause, retryAfterSeconds: RETRY_SECONDS, onRecord: { detail: cause.message } },
      )
    if (cause instanceof AnswerRefusedError)
      throw refuseSignIn('ANSWER_INVALID', { detail: cause.message, cause })
    throw cause
  }
}
