import { endpoints } from './endpoints/resource.ts'
import { events } from './events/resource.ts'
import { deliveries } from './deliveries/resource.ts'
import { recoveries } from './recoveries/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const webhooks = [endpoints, events, deliveries, recoveries] as const
