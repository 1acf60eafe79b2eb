import type { DisputeState } from './dispute-state.ts'

/** What a gateway says of a capture or a refund, once and for all. */
export type GatewayResult =
  /** Without a reference where a person says that it has succeeded. */
  | { outcome: 'SUCCEEDED'; reference: string | null }
  | { outcome: 'FAILED'; failureCode: string; reference?: string }

/** What it says meanwhile: it is working on it, or the payer has to authenticate at an address. */
interface PendingResult {
  outcome: 'PENDING'
  reference: string
  /** Null: nothing is to be done but to ask again later. */
  redirectUrl: string | null
}

/** What may go better next time is thrown instead. */
export type GatewayAnswer = GatewayResult | PendingResult

export interface CaptureRequest {
  paymentId: string
  /** Integer minor units of the currency. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** What the payment method is, as payments name it. */
  paymentMethodType: string
  /** How it is paid: the gateway's token. */
  paymentMethodId: string
  /** The gateway's own id, once it is on record. */
  reference: string | null
  /** Where the payer comes back to after an authentication; null: there is nobody to authenticate. */
  returnUrl: string | null
  /** The payer has had long enough to authenticate. */
  isOverdue: boolean
  /** A repeated key captures nothing again and gets the first answer. */
  idempotencyKey: string
}

export interface RefundRequest {
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

export interface DisputeRequest {
  /** The gateway's own id of the dispute. */
  reference: string
  /** Of the payment: how it was paid, integer minor units, and ISO 4217. */
  paymentMethodId: string
  amountMinor: number
  currency: string
  /** What was answered to it: of a gateway that keeps no books. */
  answer: DisputeAnswer | null
}

/** What a centre answers to a dispute. */
export interface DisputeAnswer {
  /** It gives the money up; otherwise it shows evidence. */
  isAcceptance: boolean
  texts: readonly { kind: string; text: string }[]
}

/** A document for a bank, by what it shows. */
export interface EvidenceFile {
  kind: string
  name: string
  pdf: Uint8Array
}

export interface DisputeAnswerRequest extends DisputeAnswer {
  /** The gateway's own id of the dispute. */
  reference: string
  files: readonly EvidenceFile[]
  /** A repeated key answers nothing again. */
  idempotencyKey: string
}

/** Where Stripe is, unless an operator's STRIPE_API_URL says otherwise. */
export const STRIPE_API_URL = 'https://api.stripe.com'

/** The gateways that a deployment can choose (PAYMENT_GATEWAY). `none` takes no payments. */
export const GATEWAY_NAMES = ['none', 'sandbox'] as const
export type GatewayName = (typeof GATEWAY_NAMES)[number]

/** A centre's own account, as far as asking its gateway needs it. */
export type GatewayAccount = { kind: 'SANDBOX' } | { kind: 'STRIPE'; secretKey: string }

/** The gateway could not be reached or could not answer. Another attempt may succeed. */
export class GatewayUnavailableError extends Error {
  override readonly name = 'GatewayUnavailableError'
}

/** Where money comes from. */
export interface PaymentGateway {
  /** As payments name it. */
  readonly name: string
  /**
   * Makes the gateway's own record of a payment, which moves no money yet; its reference is put on record before
   * the capture. A gateway that forgets idempotency keys has this: what it knows by its own id, it captures once.
   */
  register?(request: CaptureRequest): Promise<PendingResult | GatewayResult>
  /**
   * Captures a payment, or says what has become of it. Resolves with what is known, a decline included; rejects
   * with what may go better next time, so that the caller tries again.
   */
  capture(request: CaptureRequest): Promise<GatewayAnswer>
  /** Gives money of a capture back, by the same terms. */
  refund(request: RefundRequest): Promise<GatewayAnswer>
  /** How a refund that succeeded stands now, by the gateway's own id: of one that banks can send back. */
  reviewRefund?(reference: string): Promise<GatewayAnswer>
  /** What a bank disputes of a capture from the beginning: of a gateway that sends no events. */
  findDispute?(request: CaptureRequest): Promise<DisputeState | undefined>
  /** Answers a dispute, or says why not. Rejects with what may go better next time. */
  answerDispute(request: DisputeAnswerRequest): Promise<GatewayResult>
  /** How a dispute stands. Rejects with what may go better next time. */
  reviewDispute(request: DisputeRequest): Promise<DisputeState>
}
