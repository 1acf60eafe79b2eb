import type { GatewayAnswer } from '#providers/payments/gateway.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { IN_FLIGHT } from '#receivables/orders/rules.ts'

export const PaymentStatus = ['PROCESSING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED'] as const
export type PaymentStatus = (typeof PaymentStatus)[number]

export const isInFlight = (status: string): boolean =>
  IN_FLIGHT.some((inFlight) => inFlight === status)

/** Payment methods. The first two use a gateway; the next three are recorded by a person. */
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

/** The name that stands for the gateway of a manual payment. */
export const MANUAL = 'manual'

/** The name that stands for the gateway of a payment from credit, whose money the centre already has. */
export const CREDIT_GATEWAY = 'credit'

/** Where the money of a payment is, for the ledger. */
export const moneyAt = ({ gateway }: { gateway: string }) =>
  gateway === CREDIT_GATEWAY ? 'CREDIT_PAYABLE' : 'GATEWAY_CLEARING'

export const isByHand = (type: PaymentMethodType): boolean => BY_HAND.some((it) => it === type)

/** How long a payer has to authenticate. */
export const AUTHENTICATION_MS = 24 * 3_600_000

/** The status after a gateway's response. */
const statusAfter = (answer: GatewayAnswer): PaymentStatus => {
  if (answer.outcome !== 'PENDING') return answer.outcome
  return answer.redirectUrl === null ? 'PROCESSING' : 'REQUIRES_ACTION'
}

/** The columns that a response sets on a payment or refund. */
export const settledBy = (answer: GatewayAnswer, at: Date) => ({
  status: statusAfter(answer),
  ...(answer.reference && { gatewayReference: answer.reference }),
  failureCode: answer.outcome === 'FAILED' ? answer.failureCode : null,
  settledAt: answer.outcome === 'PENDING' ? null : at,
})

/**
 * True if the record already has this state or a later one, because a settled record does not become pending
 * again. Refuses a result that contradicts the recorded one.
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
    `${what} ${id} is ${status}, but the gateway now reports a different result.`,
    {
      extra: { status, outcome: answer.outcome },
    },
  )
}

/** Whether a pending payment or refund already has the state of this response. */
export const isUnchangedBy = (
  before: { status: string; gatewayReference: string | null; nextActionUrl?: string | null },
  answer: GatewayAnswer,
): boolean =>
  answer.outcome === 'PENDING' &&
  before.status === statusAfter(answer) &&
  before.gatewayReference === answer.reference &&
  (before.nextActionUrl ?? null) === answer.redirectUrl

/** An order, and the amount to pay for it; undefined pays everything outstanding. */
export interface Allocation {
  orderId: string
  amount: number | undefined
  /** The path of the order in the request. */
  path: string
}

/** The orders that a request pays: one, or several with amounts. */
export const allocationsOf = ({
  orderId,
  amount,
  allocations,
}: {
  orderId?: string
  amount?: number
  allocations?: readonly { orderId: string; amount: number }[]
}): Allocation[] => {
  if ((orderId === undefined) === (allocations === undefined))
    throw invalid('orderId', 'exactly_one', 'Send either orderId or allocations.')
  if (orderId !== undefined) return [{ orderId, amount, path: 'orderId' }]
  if (amount !== undefined)
    throw invalid('amount', 'not_allowed', 'allocations already contains the amounts. Omit amount.')
  return allocations!.map((it, index) => ({ ...it, path: `allocations.${index}.orderId` }))
}

interface Owed {
  clientId: string | null
  payerId: string | null
  childId: string | null
  currency: string
}

/** Requires that the orders of a joint payment have the same payer (or child) and the same currency. */
export const assertOneDebtor = (orders: readonly Owed[]): void => {
  const debtor = ({ clientId, payerId, childId }: Owed) => clientId ?? payerId ?? childId
  const [first] = orders
  const other = orders.findIndex((order) => debtor(order) !== debtor(first!))
  if (other > 0)
    throw invalid(
      `allocations.${other}.orderId`,
      'mismatch',
      'The order has a different payer than the first order. Pay it separately.',
    )
  const foreign = orders.findIndex(({ currency }) => currency !== first!.currency)
  if (foreign > 0)
    throw invalid(
      `allocations.${foreign}.orderId`,
      'mixed_currencies',
      `The order is in ${orders[foreign]!.currency}, but the first order is in ${first!.currency}. Pay them separately.`,
    )
}

/**
 * Splits an amount in proportion to weights whose sum is at least the amount. Each part is the cumulative
 * share, rounded down, minus the previous cumulative share. So the parts sum to the amount, and no part exceeds
 * its weight.
 */
export const inParts = (amount: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let weighed = 0
  let given = 0
  return weights.map((weight) => {
    weighed += weight
    const upTo = total === 0 ? 0 : Number((BigInt(amount) * BigInt(weighed)) / BigInt(total))
    const part = upTo - given
    given = upTo
    return part
  })
}

/** The amount to pay for an order: the requested amount, or everything outstanding that is not in flight. */
export const amountToPay = (
  order: { id: string; amountMinor: number; capturedMinor: number },
  inFlightMinor: number,
  asked: number | undefined,
  path = 'orderId',
): number => {
  const left = order.amountMinor - order.capturedMinor - inFlightMinor
  if (left === 0)
    throw new DomainError(
      'already_exists',
      'A payment of the remaining amount of the order is in progress. Wait for its result.',
      {
        issues: [
          {
            path,
            code: 'already_exists',
            message: 'The order has a payment in progress. Wait for its result.',
          },
        ],
      },
    )
  const amount = asked ?? left
  if (amount <= left) return amount
  throw new DomainError(
    'payment_exceeds_order',
    `Order ${order.id} has only ${left} left to pay. Send at most that amount.`,
    { extra: { outstanding: left } },
  )
}
