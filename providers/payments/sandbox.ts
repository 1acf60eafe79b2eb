import {
  GatewayUnavailableError,
  type CaptureRequest,
  type CaptureResult,
  type PaymentGateway,
} from './gateway.ts'

/** Methods that are declined, and with which code. */
const DECLINED: Record<string, string> = {
  card_declined: 'card_declined',
  card_insufficient_funds: 'insufficient_funds',
  card_expired: 'card_expired',
}

/**
 * A gateway without money. What happens is decided by the method alone:
 *
 * | method | result |
 * |---|---|
 * | `card_ok` | succeeds |
 * | `card_declined`, `card_insufficient_funds`, `card_expired` | fails with `card_declined`, `insufficient_funds`, `card_expired` |
 * | `card_error_once` | is unavailable at the first attempt of a key in this process, then succeeds |
 * | `card_error` | is unavailable at every attempt |
 * | any other | fails with `unknown_method` |
 */
export const createSandboxGateway = (): PaymentGateway => {
  const seen = new Set<string>()
  return {
    name: 'sandbox',
    async capture({ paymentId, method, idempotencyKey }: CaptureRequest): Promise<CaptureResult> {
      const isFirst = !seen.has(idempotencyKey)
      if (method === 'card_error' || (method === 'card_error_once' && isFirst)) {
        seen.add(idempotencyKey)
        throw new GatewayUnavailableError('The sandbox was asked to be unavailable')
      }
      const reference = `sandbox_${paymentId}`
      if (method === 'card_ok' || method === 'card_error_once')
        return { outcome: 'SUCCEEDED', reference }
      return { outcome: 'FAILED', failureCode: DECLINED[method] ?? 'unknown_method', reference }
    },
  }
}
