import { move } from '#platform/core/records/move-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { taskMoves } from './moves.ts'

/** Closes the open tasks about records that have been settled: as completed by the caller, or as cancelled. */
export const closeTasksAbout = async (
  tx: Transaction,
  subjectIds: readonly string[],
  closing: 'complete' | 'cancel',
): Promise<void> => {
  const { db, tenantId, now } = tx
  const open = await db.task.findMany({
    where: { tenantId, subjectId: { in: [...subjectIds] }, status: 'OPEN' },
    orderBy: { id: 'asc' },
  })
  for (const before of open) {
    const { id } = before
    const after = await move(tx, taskMoves, closing, before, (status) =>
      db.task.update({
        where: keyOf(tx, id),
        data: { status, closedAt: now, closedBy: tx.actor.id, ...touched(tx) },
      }),
    )
    tx.changed({ type: 'task', id }, before, after)
  }
}
