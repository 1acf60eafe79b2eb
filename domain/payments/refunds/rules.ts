import { assertMove, defineMoves } from '#platform/core/records/moves.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { CREDIT_GATEWAY, PaymentStatus } from '../payments/rules.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'

/** The statuses are the same as for payments. */
export const RefundStatus = ['PROCESSING', 'SUCCEEDED', 'FAILED'] as const
export type RefundStatus = (typeof RefundStatus)[number]

/** How a refund is made: by the payment's method, or as credit at the centre. */
export const RefundMethod = ['ORIGINAL', 'CREDIT'] as const
export type RefundMethod = (typeof RefundMethod)[number]

/** Whether a refund becomes credit, on request or because credit paid. */
export const isToCredit = ({ method }: { method: string }, { gateway }: { gateway: string }) =>
  method === 'CREDIT' || gateway === CREDIT_GATEWAY

/** The facts of a payment that limit its refunds. */
export interface Refundable {
  id: string
  status: string
  amountMinor: number
  /** The amount refunded, including pending refunds. */
  refundedMinor: number
  /** The amount lost to the payer's bank. */
  chargedBackMinor: number
}

/** What callers can do with a payment. The gateway decides its progress. */
export const paymentMoves = defineMoves()({
  noun: 'A payment',
  subject: 'payment',
  states: PaymentStatus,
  initial: ['PROCESSING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED'],
  waits: {
    PROCESSING: 'the gateway decides',
    REQUIRES_ACTION: 'the payer confirms it at their bank',
    SUCCEEDED: ENDED,
    FAILED: 'its order is still open, and its invoice reminds the payer',
  },
  moves: { refund: { from: ['SUCCEEDED'], operation: 'createRefund' } },
})

/** The amount to refund: the requested amount, or the remainder. */
export const amountToRefund = (payment: Refundable, asked: number | undefined): number => {
  assertMove(paymentMoves, 'refund', payment)
  const left = payment.amountMinor - payment.refundedMinor - payment.chargedBackMinor
  const amount = asked ?? left
  if (left > 0 && amount <= left) return amount
  throw new DomainError(
    'refund_exceeds_payment',
    left <= 0
      ? `Payment ${payment.id} has already been refunded in full, or a refund of the remaining amount is in progress.`
      : `Only ${left} of payment ${payment.id} can still be refunded. Send at most that amount.`,
    { extra: { refundable: Math.max(0, left) } },
  )
}

/** Whether all of the order's money has been refunded and no refund is pending. */
export const isAllBack = (payment: Refundable, refunds: readonly { status: string }[]): boolean =>
  payment.refundedMinor + payment.chargedBackMinor >= payment.amountMinor &&
  refunds.every(({ status }) => status !== 'PROCESSING')
