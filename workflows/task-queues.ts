import type { WorkflowName } from '../domain/core/workflows.ts'

/** Workflows and the short activities of the domain. */
export const TASK_QUEUE = 'care'

/**
 * Couriers of webhooks and their leases of endpoints. A thousand of them woken at once wait for each
 * other here, and not in front of a reminder.
 */
export const COURIER_TASK_QUEUE = 'couriers'

/** Parsers of files that somebody sent, few at a time: threads that cost memory and a core, up to their deadline. */
export const PARSER_TASK_QUEUE = 'parsers'

/** Where the workflows of a kind run. */
export const taskQueueOf = (workflow: WorkflowName): string =>
  workflow === 'webhookCourier' ? COURIER_TASK_QUEUE : TASK_QUEUE
