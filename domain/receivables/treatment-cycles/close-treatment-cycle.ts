import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { lockSiblings, recountCycles, wakeCycles } from './recount-cycles.ts'
import { treatmentCycleRecord } from './record.ts'
import { assertNotClosed } from './rules.ts'
import { treatmentCycleEvents } from './events.ts'
import { treatmentCycleWorkflow } from './workflows.ts'

/** Ends a cycle, which keeps its count. From now on, its sessions count for another cycle. */
export const closeTreatmentCycle = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) =>
  transact(ctx, 'treatment-cycles:write', async (tx) => {
    await lockSiblings(tx, ref.id)
    return changeRecord(tx, ref, treatmentCycleRecord, {
      fields: (before) => {
        assertNotClosed(before)
        return { closedAt: tx.now, closeReason: reason }
      },
      effects: async (_, { id, childId }) => {
        tx.emit(
          treatmentCycleEvents['treatment_cycle.closed'],
          { type: 'treatmentCycle', id },
          { cycleId: id, childId },
        )
        tx.wake(treatmentCycleWorkflow, id)
        await recountCycles(tx, childId)
        await wakeCycles(tx, childId)
      },
    })
  })
