import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { administeredFacts, resultOf } from './follow-closing.ts'
import { include } from './queries.ts'
import { toAssessment, type Assessment, type RecordAssessment } from './schemas.ts'
import { assessmentEvents } from './events.ts'

/** Records the result of an unscheduled or earlier external assessment. */
export const recordAssessment = (
  ctx: Context,
  { childId, instrumentId, ...result }: RecordAssessment,
): Promise<Assessment> =>
  transact(ctx, 'assessments:write', async (tx) => {
    await assertReferences(tx, 'child', { childId })
    await assertReferences(tx, 'instrument', { instrumentId })
    await assertReferences(tx, 'provider', { administeredBy: result.administeredBy })
    const scored = await resultOf(tx, { childId, instrumentId, locationId: null }, result)
    const row = await tx.db.assessment.create({
      data: {
        ...freshRecord(tx, newId('assessment')),
        childId,
        instrumentId,
        dueOn: scored.administeredOn,
        status: 'COMPLETED',
        closedBy: tx.actor.id,
        closedAt: tx.now,
        ...scored,
      },
      include,
    })
    const subject = { type: 'assessment', id: row.id } as const
    tx.created(subject, row)
    tx.emit(assessmentEvents['assessment.completed'], subject, administeredFacts(row))
    return toAssessment(row)
  })
