import { cancellationPolicies } from './cancellation-policies/resource.ts'
import { credits } from './credits/resource.ts'
import { disputes } from './disputes/resource.ts'
import { paymentAccounts } from './payment-accounts/resource.ts'
import { payments as paymentResource } from './payments/resource.ts'
import { refunds } from './refunds/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const payments = [
  cancellationPolicies,
  paymentAccounts,
  paymentResource,
  refunds,
  credits,
  disputes,
] as const
