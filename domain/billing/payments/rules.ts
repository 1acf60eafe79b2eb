import type { GatewayAnswer } from '#providers/payments/gateway.ts'
import { DomainError } from '#platform/core/errors.ts'
import { IN_FLIGHT } from '../orders/rules.ts'

export const PaymentStatus = ['PROCESSING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED'] as const
export type PaymentStatus = (typeof PaymentStatus)[number]

export const isInFlight = (status: string): boolean =>
  IN_FLIGHT.some((inFlight) => inFlight === status)

/** What a payment method is. The first two are a gateway's, of the next three a person records what came. */
export const PaymentMethodType = [
  'CARD',
  'SEPA_DEBIT',
  'CASH',
  'BANK_TRANSFER',
  'INSURER',
  'CREDIT',
] as const
export type PaymentMethodType = (typeof PaymentMethodType)[number]

const BY_HAND = ['CASH', 'BANK_TRANSFER', 'INSURER'] as const

/** What the gateway of a payment that a person recorded is called. */
export const MANUAL = 'manual'

/** What the gateway of a payment with credit is called: its money is here already. */
export const CREDIT_GATEWAY = 'credit'

/** Where the money of a payment is, for the ledger. */
export const moneyAt = ({ gateway }: { gateway: string }) =>
  gateway === CREDIT_GATEWAY ? 'CREDIT_PAYABLE' : 'GATEWAY_CLEARING'

export const isByHand = (type: PaymentMethodType): boolean => BY_HAND.some((it) => it === type)

/** How long a payer has to authenticate. */
export const AUTHENTICATION_MS = 24 * 3_600_000

/** The state that an answer of the gateway leads to. */
const statusAfter = (answer: GatewayAnswer): PaymentStatus => {
  if (answer.outcome !== 'PENDING') return answer.outcome
  return answer.redirectUrl === null ? 'PROCESSING' : 'REQUIRES_ACTION'
}

/** What an answer makes of a payment or a refund. */
export const settledBy = (answer: GatewayAnswer, at: Date) => ({
  status: statusAfter(answer),
  ...(answer.reference && { gatewayReference: answer.reference }),
  failureCode: answer.outcome === 'FAILED' ? answer.failureCode : null,
  settledAt: answer.outcome === 'PENDING' ? null : at,
})

/**
 * True when it says already what this answer says, or more: what is settled is not pending again. Refuses a
 * result that contradicts what is settled.
 */
export const isSettled = (
  what: 'Payment' | 'Refund' | 'Payout',
  { id, status }: { id: string; status: string },
  answer: GatewayAnswer,
): boolean => {
  if (isInFlight(status)) return false
  if (answer.outcome === 'PENDING' || status === answer.outcome) return true
  throw new DomainError(
    'payment_settled',
    `${what} ${id} is ${status}; the gateway now says otherwise.`,
    {
      extra: { status, outcome: answer.outcome },
    },
  )
}

/** Whether a payment or a refund in flight waits for the same as this answer says. */
export const isUnchangedBy = (
  before: { status: string; gatewayReference: string | null; nextActionUrl?: string | null },
  answer: GatewayAnswer,
): boolean =>
  answer.outcome === 'PENDING' &&
  before.status === statusAfter(answer) &&
  before.gatewayReference === answer.reference &&
  (before.nextActionUrl ?? null) === answer.redirectUrl

/** What is paid of an order: what was asked for, or all that is outstanding and not under way already. */
export const amountToPay = (
  order: { id: string; amountMinor: number; capturedMinor: number },
  inFlightMinor: number,
  asked: number | undefined,
): number => {
  const left = order.amountMinor - order.capturedMinor - inFlightMinor
  if (left === 0)
    throw new DomainError('already_exists', 'A payment of the rest of the order is in progress.', {
      issues: [
        {
          path: 'orderId',
          code: 'already_exists',
          message: 'The order has a payment in progress.',
        },
      ],
    })
  const amount = asked ?? left
  if (amount <= left) return amount
  throw new DomainError(
    'payment_exceeds_order',
    `Of order ${order.id} ${left} can still be paid. Pay that, or less.`,
    { extra: { outstanding: left } },
  )
}
