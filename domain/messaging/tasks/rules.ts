import { transitionTo, type StateMachine } from '#platform/core/records/state-machine.ts'

export const TASK_STATUSES = ['OPEN', 'DONE', 'CANCELLED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

export const TASK_SOURCES = ['PERSON', 'AGENT_RUN'] as const
export type TaskSource = (typeof TASK_SOURCES)[number]

export const TASK_TRANSITIONS = {
  patch: { OPEN: 'OPEN' },
  complete: { OPEN: 'DONE' },
  cancel: { OPEN: 'CANCELLED' },
  reopen: { DONE: 'OPEN', CANCELLED: 'OPEN' },
} as const satisfies StateMachine<TaskStatus>

export const taskStatusAfter = (verb: keyof typeof TASK_TRANSITIONS, status: string): TaskStatus =>
  transitionTo('A task', TASK_TRANSITIONS, verb, status)
