import type { Transaction } from '#platform/core/transaction.ts'
import type { ChildListener } from '#people/children/listeners.ts'
import { recalculateDeadlines } from './recalculate-deadlines.ts'
import { earlyInterventionCheckInWorkflow } from './workflows.ts'

/** Deadlines count from the birth date of the record that the program is on. */
export const programChildListener: ChildListener = {
  birthDateChanged: async (tx, childId) => {
    const programs = await tx.db.earlyInterventionProgram.findMany({
      where: { tenantId: tx.tenantId, childId, status: 'ACTIVE' },
      select: { id: true },
    })
    await recalculate(
      tx,
      programs.map(({ id }) => id),
    )
  },
  recordsMoved: (tx, { early_intervention_programs: ids = [] }) => recalculate(tx, ids),
}

const recalculate = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    await recalculateDeadlines(tx, id)
    tx.wake(earlyInterventionCheckInWorkflow, id)
  }
}
