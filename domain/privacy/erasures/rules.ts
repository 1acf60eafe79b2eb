import { DomainError } from '#platform/core/errors/errors.ts'
import { transitionTo, type StateMachine } from '#platform/core/records/state-machine.ts'
import type { Blocker, ErasureStatus } from './schemas.ts'

/** What people decide about an erasure; all else its workflow does. */
const DECISIONS = {
  approve: { AWAITING_APPROVAL: 'SCHEDULED' },
  cancel: { AWAITING_APPROVAL: 'CANCELLED', SCHEDULED: 'CANCELLED' },
} as const satisfies StateMachine<ErasureStatus>

export const decide = (verb: keyof typeof DECISIONS, status: ErasureStatus): ErasureStatus =>
  transitionTo('An erasure', DECISIONS, verb, status)

export const assertNothingOpen = (blockers: Blocker[]): void => {
  if (blockers.length === 0) return
  const kinds = [...new Set(blockers.map(({ kind }) => kind))].join(', ')
  throw new DomainError(
    'erasure_blocked',
    `Something of this person is still open (${kinds}). End what \`blockers\` names, then ask again.`,
    { extra: { blockers } },
  )
}
