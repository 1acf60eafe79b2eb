import {
  GatewayUnavailableError,
  type CaptureRequest,
  type CaptureResult,
  type PaymentGateway,
} from './gateway.ts'

/** What is decided by which payment method, always the same. Every other token fails. */
export const SANDBOX_METHODS = {
  pm_sandbox_ok: 'SUCCEEDS',
  pm_sandbox_timeout_once: 'UNAVAILABLE_ONCE',
  pm_sandbox_timeout: 'UNAVAILABLE',
  pm_sandbox_declined: { failureCode: 'card_declined' },
  pm_sandbox_insufficient_funds: { failureCode: 'insufficient_funds' },
  pm_sandbox_expired: { failureCode: 'card_expired' },
  pm_sandbox_authentication_required: { failureCode: 'authentication_required' },
} as const satisfies Record<
  string,
  'SUCCEEDS' | 'UNAVAILABLE_ONCE' | 'UNAVAILABLE' | { failureCode: string }
>

const UNKNOWN = { failureCode: 'unknown_payment_method' }

/**
 * A gateway without money. `UNAVAILABLE_ONCE` is at the first attempt of a key in this process, and
 * succeeds at the next.
 */
export const createSandboxGateway = (): PaymentGateway => {
  const seen = new Set<string>()
  return {
    name: 'sandbox',
    async capture({
      paymentId,
      paymentMethodId,
      idempotencyKey,
    }: CaptureRequest): Promise<CaptureResult> {
      const result = Object.hasOwn(SANDBOX_METHODS, paymentMethodId)
        ? SANDBOX_METHODS[paymentMethodId as keyof typeof SANDBOX_METHODS]
        : UNKNOWN
      const isFirst = !seen.has(idempotencyKey)
      if (result === 'UNAVAILABLE' || (result === 'UNAVAILABLE_ONCE' && isFirst)) {
        seen.add(idempotencyKey)
        throw new GatewayUnavailableError('The sandbox was asked to be unavailable')
      }
      const reference = `sandbox_${paymentId}`
      return typeof result === 'string'
        ? { outcome: 'SUCCEEDED', reference }
        : { outcome: 'FAILED', failureCode: result.failureCode, reference }
    },
  }
}
