import type { WorkflowDefinition } from '#platform/core/workflow-kinds/workflows.ts'

/** Workflows and the short activities of the domain. */
export const TASK_QUEUE = 'care'

/**
 * Couriers of webhooks and their leases of endpoints. If a thousand of them are woken together, they wait for
 * each other here and do not delay a reminder.
 */
export const COURIER_TASK_QUEUE = 'couriers'

/** Parsers of uploaded files, few at a time: threads that need memory and a core, for a short turn each. */
export const PARSER_TASK_QUEUE = 'parsers'

/** Files of imports and assistants that need more than a short turn: only such files wait for them. */
export const SLOW_PARSER_TASK_QUEUE = 'slow-parsers'

/**
 * Runs of agents: nodes that wait for a language model, and many simultaneous nodes, take no slots from
 * reminders.
 */
export const AGENT_TASK_QUEUE = 'agents'

/**
 * Work on many records: exports, erasures, imports, moved deadlines. It has few slots, so it does not delay
 * interactive work.
 */
export const BULK_TASK_QUEUE = 'bulk'

/** Documents of assistants: parsed and indexed, few at a time. A large upload delays nothing else. */
export const KNOWLEDGE_TASK_QUEUE = 'knowledge'

const QUEUES = {
  agents: AGENT_TASK_QUEUE,
  bulk: BULK_TASK_QUEUE,
  couriers: COURIER_TASK_QUEUE,
  knowledge: KNOWLEDGE_TASK_QUEUE,
}

/** The task queue of a kind of workflow. */
export const taskQueueOf = ({ taskQueue }: WorkflowDefinition): string =>
  taskQueue ? QUEUES[taskQueue] : TASK_QUEUE

/** The highest priority in Temporal. */
export const FIRST_PRIORITY = 1

/** Temporal's priority: 1 goes first, 3 is the default. Activities inherit their workflow's. */
export const priorityOf = ({ interactive }: WorkflowDefinition): number =>
  interactive ? FIRST_PRIORITY : 3
