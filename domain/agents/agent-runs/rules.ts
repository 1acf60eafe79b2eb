import { DomainError } from '#platform/core/errors.ts'
import type { StateMachine } from '#platform/core/state-machine.ts'

/** What is done with a run of a configured agent; a run that only proposes is cancelled in the same way. */
export const RUN_VERBS = {
  cancel: { RUNNING: 'CANCELLED', WAITING: 'CANCELLED', PAUSED: 'CANCELLED' },
  pause: { RUNNING: 'PAUSED', WAITING: 'PAUSED' },
  resume: { PAUSED: 'RUNNING' },
} as const satisfies StateMachine<string>

/** Decided once, in time. */
export const assertUndecided = (
  { status, expiresAt }: { status: string; expiresAt: Date | null },
  now: Date,
): void => {
  if (!expiresAt)
    throw new DomainError(
      'invalid_transition',
      'This run proposes nothing as a whole: decide on the steps that wait (GET /v1/agent-run-steps).',
      { extra: { status, allowed: [] } },
    )
  if (status === 'WAITING' && expiresAt > now) return
  const why =
    status === 'WAITING'
      ? 'The proposal has expired: start another run.'
      : `A run that is ${status} is not decided on any more.`
  throw new DomainError('invalid_transition', why, { extra: { status, allowed: [] } })
}
