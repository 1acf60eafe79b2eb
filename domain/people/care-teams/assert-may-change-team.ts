import { DomainError } from '#platform/core/errors.ts'
import { authorize } from '#platform/core/permissions.ts'
import type { Transaction } from '#platform/core/transaction.ts'

/** Refuses to decide who sees a child to callers who may not change its care team. */
export const assertMayChangeTeam = async (tx: Transaction, childId: string): Promise<void> => {
  authorize(tx.actor, 'care-teams:write')
  await assertSeenWithoutGlass(tx, childId)
}

/** Refuses callers who see the child by breaking the glass alone: what that opens ends with its hours. */
export const assertSeenWithoutGlass = async (tx: Transaction, childId: string): Promise<void> => {
  const { kind, providerId } = tx.actor
  if (!providerId) return
  const [reason] = await tx.sql(ANOTHER_REASON, [providerId, tx.now, childId])
  if (reason) return
  throw new DomainError(
    kind === 'USER' ? 'insufficient_role' : 'insufficient_scope',
    'You see this child by breaking the glass. That opens the records for some hours and gives no say in who sees the child. Ask somebody who manages its care team.',
  )
}

const ANOTHER_REASON = `SELECT 1 FROM therapy.caseload_of(therapy.team_of($1, $2), $1, $2)
  WHERE child_id = $3 AND reason <> 'BREAK_GLASS' LIMIT 1`
