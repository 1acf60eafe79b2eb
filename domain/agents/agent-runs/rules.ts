import { DomainError } from '#platform/core/errors.ts'

/** Decided once, in time. */
export const assertUndecided = (
  { status, expiresAt }: { status: string; expiresAt: Date },
  now: Date,
): void => {
  if (status === 'WAITING' && expiresAt > now) return
  const why =
    status === 'WAITING'
      ? 'The proposal has expired: start another run.'
      : `A run that is ${status} is not decided on any more.`
  throw new DomainError('invalid_transition', why, { extra: { status, allowed: [] } })
}
