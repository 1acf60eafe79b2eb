import type { ClosureListener } from '#organization/closures/listeners.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { clockMovingWorkflow } from './workflows.ts'

/**
 * Recomputes clocks that count working days when closures change. Changes of a centre's closures are
 * serialized, because each locks the centre's row, so the last recalculation sees them all.
 */
export const clockClosureListener: ClosureListener = {
  workingDaysChanged: async (tx, closureId) => {
    const sets = await tx.sql<{ id: string }>(OF_WORKING_DAYS, [tx.tenantId])
    if (sets.length === 0) return
    await tx.db.deadlineRecalculation.updateMany({
      where: { tenantId: tx.tenantId, status: 'RUNNING' },
      data: {
        status: 'SUPERSEDED',
        finishedAt: tx.now,
        updatedAt: tx.now,
        version: { increment: 1 },
      },
    })
    const row = await tx.db.deadlineRecalculation.create({
      data: { ...freshRecord(tx, newId('deadlineRecalculation')), closureId, status: 'RUNNING' },
    })
    tx.created({ type: 'deadlineRecalculation', id: row.id }, row)
    tx.start(clockMovingWorkflow, row.id)
  },
}

const OF_WORKING_DAYS = `
  SELECT id FROM clock_sets WHERE tenant_id = $1 AND clocks @> '[{"unit": "WORKING_DAYS"}]' LIMIT 1`
