import type { WorkflowDefinition } from '#platform/core/workflow-kinds/workflows.ts'

/** Workflows and the short activities of the domain. */
export const TASK_QUEUE = 'care'

/**
 * Couriers of webhooks and their leases of endpoints. A thousand of them woken at once wait for each
 * other here, and not in front of a reminder.
 */
export const COURIER_TASK_QUEUE = 'couriers'

/** Parsers of files that somebody sent, few at a time: threads that cost memory and a core, for a short turn each. */
export const PARSER_TASK_QUEUE = 'parsers'

/** Files for which a short turn was not enough, of imports and of assistants: only such files wait for them. */
export const SLOW_PARSER_TASK_QUEUE = 'slow-parsers'

/** Runs of agents: nodes that wait for a language model, or are many at once, take no slot from reminders. */
export const AGENT_TASK_QUEUE = 'agents'

/**
 * Work on many records: exports, erasures, imports, moved deadlines. It has few slots, so that it takes
 * none from what a person waits for.
 */
export const BULK_TASK_QUEUE = 'bulk'

/** Documents of assistants: parsed and indexed, few at a time. An upload of many delays nothing else. */
export const KNOWLEDGE_TASK_QUEUE = 'knowledge'

const QUEUES = {
  agents: AGENT_TASK_QUEUE,
  bulk: BULK_TASK_QUEUE,
  couriers: COURIER_TASK_QUEUE,
  knowledge: KNOWLEDGE_TASK_QUEUE,
}

/** Where the workflows of a kind run. */
export const taskQueueOf = ({ taskQueue }: WorkflowDefinition): string =>
  taskQueue ? QUEUES[taskQueue] : TASK_QUEUE

/** Temporal's priority of what goes first. */
export const FIRST_PRIORITY = 1

/** Temporal's priority: 1 goes first, 3 is the default. Activities inherit their workflow's. */
export const priorityOf = ({ interactive }: WorkflowDefinition): number =>
  interactive ? FIRST_PRIORITY : 3
