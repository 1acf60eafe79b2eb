import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { ChildListener } from '#people/children/listeners.ts'
import { auditedMoves, movedDeadlines } from './moved-deadlines.ts'
import { loadProgram } from './queries.ts'
import { recalculateDeadlines } from './recalculate-deadlines.ts'
import { toProgram } from './schemas.ts'
import { loadTodays } from './todays.ts'
import { earlyInterventionCheckInWorkflow } from './workflows.ts'

/** Deadlines count from the birth date in the child's record, so a change updates the program. */
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
  const todays = await loadTodays(tx)
  for (const id of ids) {
    const shown = async () => {
      const row = await loadProgram(tx, id)
      return toProgram(row, todays.at(row.locationId).today)
    }
    const before = await shown()
    await recalculateDeadlines(tx, id)
    const { childId, ...after } = await shown()
    const deadlines = auditedMoves(movedDeadlines(before, after), before, after)
    tx.changed(
      { type: 'program', id },
      { deadlines: deadlines.from },
      { deadlines: deadlines.to },
      { before: { childId }, after: { childId } },
    )
    tx.wake(earlyInterventionCheckInWorkflow, id)
  }
}
