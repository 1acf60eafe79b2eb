import { waiveAssessment } from '../assessments/waive-assessment.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { scheduleRecord } from './record.ts'

/** Ends the schedule and waives its next assessment for the same reason. */
export const endAssessmentSchedule = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) =>
  changeRecord(ctx, ref, scheduleRecord, {
    fields: (before, tx) => {
      assertNotEnded(before)
      return { endedAt: tx.now, endReason: reason }
    },
    effects: async (tx, { assessments: [next] }) => {
      if (next) await waiveAssessment(tx, { id: next.id, reason })
    },
  })

export const assertNotEnded = ({ endedAt }: { endedAt: Date | null }): void => {
  if (!endedAt) return
  throw new DomainError('invalid_transition', 'The schedule has ended. Create a new one.', {
    extra: { status: 'ENDED', allowed: [] },
  })
}
