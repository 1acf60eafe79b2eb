import { DomainError } from '#platform/core/errors/errors.ts'
import type { UserStatus } from '#prisma/generated/enums.ts'

/** Refuses a user in another status. `allowed` lists the verbs that are possible. */
export const assertStatus = (
  { status }: { status: UserStatus },
  needed: UserStatus,
  allowed: readonly UserStatus[],
): void => {
  if (status === needed) return
  throw new DomainError('invalid_transition', `The user is ${status}, but must be ${needed}.`, {
    extra: { status, allowed },
  })
}

export const assertNotDeactivated = ({ status }: { status: UserStatus }): void => {
  if (status !== 'DEACTIVATED') return
  throw new DomainError('invalid_transition', 'The user has already been deactivated.', {
    extra: { status, allowed: ['ACTIVE'] },
  })
}
