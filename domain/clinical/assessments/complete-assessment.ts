import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import {
  administeredFacts,
  followClosing,
  locationOf,
  lockAssessment,
  resultOf,
} from './follow-closing.ts'
import { assessmentRecord } from './record.ts'
import { assessmentStatusAfter } from './rules.ts'
import type { CompleteAssessment } from './schemas.ts'
import { assessmentEvents } from './events.ts'

/** The child was assessed: scores the result, and schedules the next where there is one. */
export const completeAssessment = (
  ctx: Context,
  { result, ...ref }: RecordRef & { result: CompleteAssessment },
) =>
  transact(ctx, 'assessments:write', async (tx) => {
    await lockAssessment(tx, ref.id)
    return changeRecord(tx, ref, assessmentRecord, {
      fields: async (before) => {
        const status = assessmentStatusAfter('complete', before.status)
        await assertReferences(tx, 'provider', { administeredBy: result.administeredBy })
        const of = { ...before, locationId: await locationOf(tx, before) }
        return {
          ...(await resultOf(tx, of, result)),
          status,
          closedBy: tx.actor.id,
          closedAt: tx.now,
        }
      },
      effects: async (_, after) => {
        tx.emit(
          assessmentEvents['assessment.completed'],
          { type: 'assessment', id: after.id },
          administeredFacts(after),
        )
        await followClosing(tx, after)
      },
    })
  })
