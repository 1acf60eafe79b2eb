import type { GatewayResult } from '#providers/payments/gateway.ts'
import { DomainError } from '#platform/core/errors.ts'

export const PaymentStatus = ['PROCESSING', 'SUCCEEDED', 'FAILED'] as const
export type PaymentStatus = (typeof PaymentStatus)[number]

/** What a payment method is. */
export const PaymentMethodType = ['CARD'] as const
export type PaymentMethodType = (typeof PaymentMethodType)[number]

/** The state that a result leads to. */
export const statusAfter = ({ outcome }: GatewayResult): PaymentStatus =>
  outcome === 'SUCCEEDED' ? 'SUCCEEDED' : 'FAILED'

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
