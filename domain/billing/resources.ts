import { cancellationPolicies } from './cancellation-policies/resource.ts'
import { orders } from './orders/resource.ts'
import { payments } from './payments/resource.ts'
import { refunds } from './refunds/resource.ts'
import { treatmentCycles } from './treatment-cycles/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const billing = [cancellationPolicies, orders, payments, refunds, treatmentCycles] as const
