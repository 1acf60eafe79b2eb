import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { taskEvents, taskFacts } from './events.ts'

/** Closes the open tasks about records that need nobody any more: done by the caller, or cancelled. */
export const closeTasksAbout = async (
  tx: Transaction,
  subjectIds: readonly string[],
  status: 'DONE' | 'CANCELLED',
): Promise<void> => {
  const { db, tenantId, now } = tx
  const open = await db.task.findMany({
    where: { tenantId, subjectId: { in: [...subjectIds] }, status: 'OPEN' },
    orderBy: { id: 'asc' },
  })
  for (const before of open) {
    const { id } = before
    const after = await db.task.update({
      where: keyOf(tx, id),
      data: { status, closedAt: now, closedBy: tx.actor.id, ...touched(tx) },
    })
    tx.changed({ type: 'task', id }, before, after)
    if (status === 'DONE') tx.emit(taskEvents['task.done'], { type: 'task', id }, taskFacts(after))
  }
}
