import type { DisputeState } from './dispute-state.ts'

/** A gateway's final result of a capture or a refund. */
export type GatewayResult =
  /** The reference is null if a person confirmed the success. */
  | { outcome: 'SUCCEEDED'; reference: string | null }
  | { outcome: 'FAILED'; failureCode: string; reference?: string }

/** An interim answer: the gateway is still working, or the payer must authenticate at an address. */
interface PendingResult {
  outcome: 'PENDING'
  reference: string
  /** Null if nothing is needed except to ask again later. */
  redirectUrl: string | null
}

/** Errors that a retry may solve are thrown instead. */
export type GatewayAnswer = GatewayResult | PendingResult

export interface CaptureRequest {
  paymentId: string
  /** Integer minor units of the currency. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** The type of the payment method, as named in payments. */
  paymentMethodType: string
  /** The gateway's token for the payment method. */
  paymentMethodId: string
  /** The gateway's own id, once it is stored. */
  reference: string | null
  /** Where the payer returns after authenticating; null if nobody is there to authenticate. */
  returnUrl: string | null
  /** Whether the payer's time to authenticate has run out. */
  isOverdue: boolean
  /** A repeated key captures nothing again and returns the first answer. */
  idempotencyKey: string
}

export interface RefundRequest {
  refundId: string
  /** The gateway's own id of the capture. */
  captureReference: string | null
  /** The gateway's token for the payment method that was used. */
  paymentMethodId: string
  /** Integer minor units, at most the captured amount. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** A repeated key refunds nothing again and returns the first answer. */
  idempotencyKey: string
}

export interface DisputeRequest {
  /** The gateway's own id of the dispute. */
  reference: string
  /** The payment's method, its amount in integer minor units, and its currency (ISO 4217). */
  paymentMethodId: string
  amountMinor: number
  currency: string
  /** The answer that the centre gave, for a gateway that stores nothing. */
  answer: DisputeAnswer | null
}

/** A centre's answer to a dispute. */
export interface DisputeAnswer {
  /** True to accept the dispute and give up the money; false to submit evidence. */
  isAcceptance: boolean
  texts: readonly { kind: string; text: string }[]
}

/** A document for the bank, with the kind of evidence. */
export interface EvidenceFile {
  kind: string
  name: string
  pdf: Uint8Array
}

export interface DisputeAnswerRequest extends DisputeAnswer {
  /** The gateway's own id of the dispute. */
  reference: string
  files: readonly EvidenceFile[]
  /** A repeated key submits nothing again. */
  idempotencyKey: string
}

/** Stripe's address, unless an operator sets STRIPE_API_URL. */
export const STRIPE_API_URL = 'https://api.stripe.com'

/** The gateways that a deployment can configure (PAYMENT_GATEWAY). `none` takes no payments. */
export const GATEWAY_NAMES = ['none', 'sandbox'] as const
export type GatewayName = (typeof GATEWAY_NAMES)[number]

/** A centre's own account, reduced to what its gateway needs. */
export type GatewayAccount = { kind: 'SANDBOX' } | { kind: 'STRIPE'; secretKey: string }

/** The gateway could not be reached or could not answer. A retry may succeed. */
export class GatewayUnavailableError extends Error {
  override readonly name = 'GatewayUnavailableError'
}

/** A source of money. */
export interface PaymentGateway {
  /** The name used in payments. */
  readonly name: string
  /**
   * Creates the gateway's own record of a payment, which moves no money yet; its reference is stored before the
   * capture. For gateways that forget idempotency keys: a payment is captured once per record.
   */
  register?(request: CaptureRequest): Promise<PendingResult | GatewayResult>
  /**
   * Captures a payment, or reports its state. Resolves with a known result, including a decline. Rejects with
   * errors that a retry may solve.
   */
  capture(request: CaptureRequest): Promise<GatewayAnswer>
  /** Refunds part or all of a capture, under the same rules. */
  refund(request: RefundRequest): Promise<GatewayAnswer>
  /**
   * The current state of a refund that succeeded, by the gateway's own id. For gateways whose refunds banks can
   * return.
   */
  reviewRefund?(reference: string): Promise<GatewayAnswer>
  /** A dispute that is open from the start. For a gateway that sends no events. */
  findDispute?(request: CaptureRequest): Promise<DisputeState | undefined>
  /** Answers a dispute, or returns why it cannot. Rejects with errors that a retry may solve. */
  answerDispute(request: DisputeAnswerRequest): Promise<GatewayResult>
  /** Returns the state of a dispute. Rejects with errors that a retry may solve. */
  reviewDispute(request: DisputeRequest): Promise<DisputeState>
}
