import { endpoints } from './endpoints/resource.ts'
import { events } from './events/resource.ts'
import { deliveries } from './deliveries/resource.ts'
import { recoveries } from './recoveries/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const webhooks = [endpoints, events, deliveries, recoveries] as const
