import { Stripe } from 'stripe'
import { GatewayUnavailableError, type GatewayResult } from './gateway.ts'

const { errors } = Stripe

/** Stripe's codes for which we have other names. */
const CODES: Readonly<Record<string, string>> = {
  expired_card: 'card_expired',
  generic_decline: 'card_declined',
  resource_missing: 'unknown_payment_method',
  payment_intent_authentication_failure: 'authentication_required',
}

/** What an error of Stripe, or a payment's last error, means for a payment; undefined if a retry may succeed. */
export const failureOf = (error: unknown): string | undefined => {
  if (error === null || error === undefined) return undefined
  if (error instanceof Error && !isRefusal(error)) return undefined
  const { code, decline_code: reason } = error as { code?: string; decline_code?: string }
  const found = code === 'card_declined' ? (reason ?? code) : (code ?? reason)
  return found === undefined ? 'invalid_request' : (CODES[found] ?? found)
}

/** Errors that Stripe would repeat. A wrong key can be corrected, so it does not count as a refusal. */
const isRefusal = (error: Error): boolean =>
  error instanceof errors.StripeCardError ||
  (error instanceof errors.StripeInvalidRequestError && error.statusCode !== 409)

/** Whether a payment intent is in another state than expected. */
export const isUnexpectedState = (error: unknown): boolean =>
  error instanceof errors.StripeInvalidRequestError &&
  error.code === 'payment_intent_unexpected_state'

/** Without Stripe's message, which can quote our request. */
export const unavailable = (error: unknown): unknown =>
  error instanceof errors.StripeError
    ? new GatewayUnavailableError(
        `Stripe refused: ${[error.type, error.statusCode, error.code, error.requestId].filter(Boolean).join(' ')}`,
      )
    : error

/**
 * Calls Stripe. Refusals are returned; errors that a retry may solve are thrown. `codes` translates codes of
 * payments into those of another record.
 */
export const asking = async <Answer>(
  ask: () => Promise<Answer>,
  codes: Readonly<Record<string, string>> = {},
): Promise<Answer | GatewayResult> => {
  try {
    return await ask()
  } catch (error) {
    const failureCode = failureOf(error)
    if (failureCode === undefined) throw unavailable(error)
    return { outcome: 'FAILED', failureCode: codes[failureCode] ?? failureCode }
  }
}
