import type { CaptureResult } from '../../domain/payments/rules.ts'

export type { CaptureResult }

export interface CaptureRequest {
  paymentId: string
  /** Integer minor units of the currency. */
  amountMinor: number
  /** ISO 4217. */
  currency: string
  /** How it is paid, in the gateway's own terms. */
  method: string
  /** A repeated key captures nothing again and gets the first answer. */
  idempotencyKey: string
}

/** Where money comes from. */
export interface PaymentGateway {
  /** As payments name it. */
  readonly name: string
  /**
   * Captures a payment. Resolves with what is final, a decline included; rejects with what may go
   * better next time, so that the caller tries again.
   */
  capture(request: CaptureRequest): Promise<CaptureResult>
}
