import { DomainError } from '#platform/core/errors/errors.ts'

/** Refuses changes of a guardianship that has ended. */
export const assertLasting = (guardianship: { endedAt: Date | null }, verb: string): void => {
  if (!guardianship.endedAt) return
  throw new DomainError(
    'invalid_transition',
    `The guardianship has ended, so '${verb}' is not possible. Create a new guardianship.`,
    { extra: { status: 'ENDED', allowed: [] } },
  )
}
