import type { WorkflowName } from '#platform/core/workflows.ts'

/** Workflows and the short activities of the domain. */
export const TASK_QUEUE = 'care'

/**
 * Couriers of webhooks and their leases of endpoints. A thousand of them woken at once wait for each
 * other here, and not in front of a reminder.
 */
export const COURIER_TASK_QUEUE = 'couriers'

/** Parsers of files that somebody sent, few at a time: threads that cost memory and a core, up to their deadline. */
export const PARSER_TASK_QUEUE = 'parsers'

/**
 * Work on many records: exports, erasures, imports, moved deadlines, agent runs. It has few slots, so
 * that it takes none from what a person waits for.
 */
export const BULK_TASK_QUEUE = 'bulk'

const BULK: ReadonlySet<WorkflowName> = new Set<WorkflowName>([
  'agentRun',
  'appointmentImport',
  'clockMoving',
  'personErasure',
  'personExport',
  'webhookRecovery',
])

/** Where the workflows of a kind run. */
export const taskQueueOf = (workflow: WorkflowName): string => {
  if (workflow === 'webhookCourier') return COURIER_TASK_QUEUE
  return BULK.has(workflow) ? BULK_TASK_QUEUE : TASK_QUEUE
}

/** A user waits for the result: goes before the follow-ups of the same queue. */
const INTERACTIVE: ReadonlySet<WorkflowName> = new Set<WorkflowName>([
  'paymentCapture',
  'seriesBooking',
])

export const isInteractive = (workflow: WorkflowName): boolean => INTERACTIVE.has(workflow)

/** Temporal's priority: 1 goes first, 3 is the default. Activities inherit their workflow's. */
export const priorityOf = (workflow: WorkflowName): number => (isInteractive(workflow) ? 1 : 3)
