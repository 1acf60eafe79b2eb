import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Whose } from './write-participants.ts'

export const assertGoals = async (
  tx: Transaction,
  goalIds: readonly string[],
  { childId }: Whose,
): Promise<void> => {
  if (goalIds.length === 0) return
  const rows = await tx.sql<{ id: string; childId: string }>(GOALS, [tx.tenantId, goalIds])
  const childOf = new Map(rows.map((goal) => [goal.id, goal.childId]))
  for (const [index, id] of goalIds.entries()) {
    const path = `goalIds.${index}`
    if (!childOf.has(id)) throw invalidReference(path, 'goal')
    if (childOf.get(id) !== childId)
      throw invalid(
        path,
        'mismatch',
        'The goal belongs to another child. Send a goal of this child.',
      )
  }
}

export const writeGoals = async (
  tx: Transaction,
  sessionId: string,
  goalIds: readonly string[],
): Promise<void> => {
  await tx.sql(DELETE_GOALS, [tx.tenantId, sessionId])
  if (goalIds.length > 0) await tx.sql(INSERT_GOALS, [tx.tenantId, sessionId, goalIds])
}

const GOALS = `SELECT id, child_id AS "childId" FROM goals WHERE tenant_id = $1 AND id = ANY ($2)`

const DELETE_GOALS = 'DELETE FROM session_goals WHERE tenant_id = $1 AND session_id = $2'

const INSERT_GOALS = `
  INSERT INTO session_goals (tenant_id, session_id, goal_id) SELECT $1, $2, unnest($3::text[])`
