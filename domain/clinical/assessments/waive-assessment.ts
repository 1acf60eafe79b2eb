import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateText } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assessmentFacts, followClosing, lockAssessment } from './follow-closing.ts'
import { assessmentRecord } from './record.ts'
import { assessmentStatusAfter } from './rules.ts'
import { assessmentEvents } from './events.ts'

/** Not this time, and why. */
export const waiveAssessment = (ctx: Context, { reason, ...ref }: RecordRef & { reason: string }) =>
  transact(ctx, 'assessments:write', async (tx) => {
    await lockAssessment(tx, ref.id)
    return changeRecord(tx, ref, assessmentRecord, {
      fields: (before) => ({
        status: assessmentStatusAfter('waive', before.status),
        waiveReason: reason,
        closedBy: tx.actor.id,
        closedAt: tx.now,
      }),
      effects: async (_, after) => {
        const facts = { ...assessmentFacts(after), dueOn: dateText(after.dueOn) }
        tx.emit(assessmentEvents['assessment.waived'], { type: 'assessment', id: after.id }, facts)
        await followClosing(tx, after)
      },
    })
  })
