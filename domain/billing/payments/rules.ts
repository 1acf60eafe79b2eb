import type { GatewayResult } from '#providers/payments/gateway.ts'
import { DomainError } from '#platform/core/errors.ts'

export const PaymentStatus = ['PROCESSING', 'SUCCEEDED', 'FAILED'] as const
export type PaymentStatus = (typeof PaymentStatus)[number]

/** What a payment method is. */
export const PaymentMethodType = ['CARD'] as const
export type PaymentMethodType = (typeof PaymentMethodType)[number]

/** The state that a result leads to. */
const statusAfter = ({ outcome }: GatewayResult): PaymentStatus =>
  outcome === 'SUCCEEDED' ? 'SUCCEEDED' : 'FAILED'

/** What a result makes of a payment or a refund. */
export const settledBy = (result: GatewayResult, settledAt: Date) => ({
  status: statusAfter(result),
  gatewayReference: result.reference ?? null,
  failureCode: result.outcome === 'FAILED' ? result.failureCode : null,
  settledAt,
})

/** True when it is settled by this result already; refuses a result that contradicts it. */
export const isSettled = (
  what: 'Payment' | 'Refund',
  { id, status }: { id: string; status: string },
  result: GatewayResult,
): boolean => {
  if (status === 'PROCESSING') return false
  if (status === statusAfter(result)) return true
  throw new DomainError(
    'payment_settled',
    `${what} ${id} is ${status}; the gateway now says otherwise.`,
    {
      extra: { status, outcome: result.outcome },
    },
  )
}
