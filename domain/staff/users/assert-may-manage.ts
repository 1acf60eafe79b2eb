import { DomainError } from '#platform/core/errors.ts'
import { permissionsOfRole } from '#platform/core/permissions.ts'
import type { Transaction } from '#platform/core/transaction.ts'

/** Owners are made, changed and brought down by owners alone, or by a key that may do all that they may. */
export const assertMayManage = (
  { actor }: Pick<Transaction, 'actor'>,
  ...roles: readonly string[]
): void => {
  const { permissions } = actor
  if (permissions === 'all' || !roles.includes('OWNER')) return
  if ([...permissionsOfRole('OWNER')].every((needed) => permissions.has(needed))) return
  throw new DomainError('insufficient_role', 'Only an owner decides who is an owner.', {
    extra: { roles: ['OWNER'] },
  })
}
