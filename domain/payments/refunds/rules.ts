import { assertMove, defineMoves } from '#platform/core/records/moves.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { CREDIT_GATEWAY, PaymentStatus } from '../payments/rules.ts'

/** As payments have them. */
export const RefundStatus = ['PROCESSING', 'SUCCEEDED', 'FAILED'] as const
export type RefundStatus = (typeof RefundStatus)[number]

/** How money goes back: the way that it came, or as credit with the centre. */
export const RefundMethod = ['ORIGINAL', 'CREDIT'] as const
export type RefundMethod = (typeof RefundMethod)[number]

/** Whether it goes back as credit: because that was asked for, or because credit paid. */
export const isToCredit = ({ method }: { method: string }, { gateway }: { gateway: string }) =>
  method === 'CREDIT' || gateway === CREDIT_GATEWAY

/** A payment as far as its refunds depend on it. */
export interface Refundable {
  id: string
  status: string
  amountMinor: number
  /** Given back, or being given back. */
  refundedMinor: number
  /** Lost to the payer's bank. */
  chargedBackMinor: number
}

/** What may be done with a payment. The gateway says how far it is. */
export const paymentMoves = defineMoves()({
  noun: 'A payment',
  subject: 'payment',
  states: PaymentStatus,
  initial: ['PROCESSING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED'],
  moves: { refund: { from: ['SUCCEEDED'] } },
})

/** What is given back: what was asked for, or all that is left. */
export const amountToRefund = (payment: Refundable, asked: number | undefined): number => {
  assertMove(paymentMoves, 'refund', payment)
  const left = payment.amountMinor - payment.refundedMinor - payment.chargedBackMinor
  const amount = asked ?? left
  if (left > 0 && amount <= left) return amount
  throw new DomainError(
    'refund_exceeds_payment',
    left <= 0
      ? `All of payment ${payment.id} is given back already, or being given back.`
      : `Of payment ${payment.id} ${left} can still be refunded. Refund that, or less.`,
    { extra: { refundable: Math.max(0, left) } },
  )
}

/** Whether the order's money is back with who paid: all of it, and for good. */
export const isAllBack = (payment: Refundable, refunds: readonly { status: string }[]): boolean =>
  payment.refundedMinor + payment.chargedBackMinor >= payment.amountMinor &&
  refunds.every(({ status }) => status !== 'PROCESSING')
