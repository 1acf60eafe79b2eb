import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'

const { EventType } = proto.temporal.api.enums.v1

/** What a workflow has cost Temporal so far. */
export interface WorkflowWork {
  workflowTasks: number
  activities: number
  historyEvents: number
  historyBytes: number
  /** What Temporal Cloud bills: starts, signals, timers, activities and upserts of search attributes. */
  billedActions: number
}

export const WORKFLOW_COUNTERS: readonly (keyof WorkflowWork)[] = [
  'workflowTasks',
  'activities',
  'historyEvents',
  'historyBytes',
  'billedActions',
]

const BILLED: ReadonlySet<unknown> = new Set([
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
  EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED,
  EventType.EVENT_TYPE_TIMER_STARTED,
  EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES,
])

export const workOf = async ({ workflow }: Client, workflowId: string): Promise<WorkflowWork> => {
  const handle = workflow.getHandle(workflowId)
  const { events } = await handle.fetchHistory()
  const { historySize } = await handle.describe()
  const types = (events ?? []).map(({ eventType }) => eventType)
  const count = (is: (type: unknown) => boolean) => types.filter(is).length
  return {
    workflowTasks: count((type) => type === EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED),
    activities: count((type) => type === EventType.EVENT_TYPE_ACTIVITY_TASK_COMPLETED),
    historyEvents: types.length,
    historyBytes: historySize ?? 0,
    billedActions: count((type) => BILLED.has(type)),
  }
}
