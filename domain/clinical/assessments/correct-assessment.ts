import { assessmentMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import { rearm } from '../assessment-schedules/rearm.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { locationOf, lockAssessment, resultOf } from './follow-closing.ts'
import { assessmentRecord } from './record.ts'
import { toAssessment, type AssessmentRow, type CompleteAssessment } from './schemas.ts'

/**
 * Corrects a result, or applies a corrected birth date to its norms. The result is scored again with its own
 * edition, unless another is given; the old result is kept with the reason.
 */
export const correctAssessment = (
  ctx: Context,
  { result, reason, ...ref }: RecordRef & { result: CompleteAssessment; reason: string },
) =>
  transact(ctx, 'assessments:write', async (tx) => {
    await lockAssessment(tx, ref.id)
    return moveRecord(tx, ref, assessmentRecord, assessmentMoves, 'correct', {
      fields: async (before) => {
        await assertReferences(tx, 'provider', { administeredBy: result.administeredBy })
        await keepBefore(tx, before, reason)
        const of = { ...before, locationId: await locationOf(tx, before) }
        const edition = result.edition ?? before.edition!.edition
        return resultOf(tx, of, { ...result, edition })
      },
      effects: async (_, after) => {
        // The next assessment counts from the day of this one.
        if (after.scheduleId !== null) await rearm(tx, after.scheduleId)
      },
    })
  })

const keepBefore = async (tx: Transaction, row: AssessmentRow, reason: string): Promise<void> => {
  const { administeredOn, administeredBy, edition, ageMonths, items, scores, comment } =
    toAssessment(row)
  await tx.db.assessmentCorrection.create({
    data: {
      tenantId: tx.tenantId,
      id: newId('assessmentCorrection'),
      assessmentId: row.id,
      reason,
      before: { administeredOn, administeredBy, edition, ageMonths, items, scores, comment },
      correctedBy: tx.actor.id,
      createdAt: tx.now,
    },
  })
}
