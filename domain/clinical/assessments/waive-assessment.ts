import { assessmentMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { followClosing, lockAssessment } from './follow-closing.ts'
import { assessmentRecord } from './record.ts'

/** Skips one assessment, with a reason. */
export const waiveAssessment = (ctx: Context, { reason, ...ref }: RecordRef & { reason: string }) =>
  transact(ctx, 'assessments:write', async (tx) => {
    await lockAssessment(tx, ref.id)
    return moveRecord(tx, ref, assessmentRecord, assessmentMoves, 'waive', {
      fields: () => ({
        waiveReason: reason,
        closedBy: tx.actor.id,
        closedAt: tx.now,
      }),
      effects: (_, after) => followClosing(tx, after),
    })
  })
