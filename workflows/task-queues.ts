/** Workflows and the short activities of the domain. */
export const TASK_QUEUE = 'care'

/** Leases of webhook endpoints: they linger for seconds, and must not take the slots of the others. */
export const COURIER_TASK_QUEUE = 'couriers'
