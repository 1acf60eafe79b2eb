import { assessmentMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { followClosing, locationOf, lockAssessment, resultOf } from './follow-closing.ts'
import { assessmentRecord } from './record.ts'
import type { CompleteAssessment } from './schemas.ts'

/** Scores the result of an assessment and schedules the next one, if any. */
export const completeAssessment = (
  ctx: Context,
  { result, ...ref }: RecordRef & { result: CompleteAssessment },
) =>
  transact(ctx, 'assessments:write', async (tx) => {
    await lockAssessment(tx, ref.id)
    return moveRecord(tx, ref, assessmentRecord, assessmentMoves, 'complete', {
      fields: async (before) => {
        await assertReferences(tx, 'provider', { administeredBy: result.administeredBy })
        const of = { ...before, locationId: await locationOf(tx, before) }
        return {
          ...(await resultOf(tx, of, result)),
          closedBy: tx.actor.id,
          closedAt: tx.now,
        }
      },
      effects: (_, after) => followClosing(tx, after),
    })
  })
