/** What a gateway says of a capture or a refund, once and for all. What may still change is thrown instead. */
export type GatewayResult =
  | { outcome: 'SUCCEEDED'; reference: string }
  | { outcome: 'FAILED'; failureCode: string; reference?: string }

interface CaptureRequest {
  paymentId: string
  /** Integer minor units of the currency. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** How it is paid: the gateway's token. */
  paymentMethodId: string
  /** A repeated key captures nothing again and gets the first answer. */
  idempotencyKey: string
}

interface RefundRequest {
  refundId: string
  /** The gateway's own id of the capture. */
  captureReference: string | null
  /** How it was paid: the gateway's token. */
  paymentMethodId: string
  /** Integer minor units, of the captured amount at most. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** A repeated key gives nothing back again and gets the first answer. */
  idempotencyKey: string
}

/** The gateways that a deployment can choose (PAYMENT_GATEWAY). `none` takes no payments. */
export const GATEWAY_NAMES = ['none', 'sandbox'] as const
export type GatewayName = (typeof GATEWAY_NAMES)[number]

/** The gateway could not be reached or could not answer. Another attempt may succeed. */
export class GatewayUnavailableError extends Error {
  override readonly name = 'GatewayUnavailableError'
}

/** Where money comes from. */
export interface PaymentGateway {
  /** As payments name it. */
  readonly name: string
  /**
   * Captures a payment. Resolves with what is final, a decline included; rejects with what may go
   * better next time, so that the caller tries again.
   */
  capture(request: CaptureRequest): Promise<GatewayResult>
  /** Gives money of a capture back, by the same terms. */
  refund(request: RefundRequest): Promise<GatewayResult>
}
