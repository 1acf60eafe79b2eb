import type { StateMachine } from '#platform/core/records/state-machine.ts'

/** What is done with a run. */
export const RUN_VERBS = {
  cancel: { RUNNING: 'CANCELLED', WAITING: 'CANCELLED', PAUSED: 'CANCELLED' },
  pause: { RUNNING: 'PAUSED', WAITING: 'PAUSED' },
  resume: { PAUSED: 'RUNNING' },
} as const satisfies StateMachine<string>
