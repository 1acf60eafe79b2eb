import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Refuses to archive a role that users have, because they would lose its permissions without noticing. */
export const assertUnassigned = async (tx: Transaction, roleId: string): Promise<void> => {
  const users = await tx.db.user.count({
    where: {
      tenantId: tx.tenantId,
      roles: { has: roleId },
      status: { not: 'DEACTIVATED' },
    },
  })
  if (users === 0) return
  throw new DomainError(
    'role_in_use',
    `${users} ${users === 1 ? 'user has' : 'users have'} this role. Give them other roles first.`,
    { extra: { users } },
  )
}
