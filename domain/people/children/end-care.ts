import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { standingChanged } from './listeners.ts'
import { loadChild } from './queries.ts'
import { toChild } from './schemas.ts'

/** Sets when the care of a locked child ends; null if the child is in care again. */
export const endCare = async (
  tx: Transaction,
  childId: string,
  dischargedAt: Date | null,
): Promise<void> => {
  const before = await loadChild(tx, childId)
  const data = { dischargedAt, ...touched(tx) }
  const after = await tx.db.child.update({ where: keyOf(tx, childId), data })
  const shown = { before: toChild(before), after: toChild(after) }
  tx.changed({ type: 'child', id: childId }, before, after, shown)
  await standingChanged(tx, childId)
}
