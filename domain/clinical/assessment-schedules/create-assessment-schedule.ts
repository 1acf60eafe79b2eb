import { assertChildInCare } from '#people/children/assert-child-in-care.ts'
import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumnOrNull } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { openNext } from './open-next.ts'
import { loadSchedule } from './queries.ts'
import { assertWhen } from './rules.ts'
import {
  toAssessmentSchedule,
  type AssessmentSchedule,
  type CreateAssessmentSchedule,
} from './schemas.ts'

/** Schedules assessments of a child. If the first one is already due, it gets the status DUE immediately. */
export const createAssessmentSchedule = (
  ctx: Context,
  { startsOn, ...input }: CreateAssessmentSchedule,
): Promise<AssessmentSchedule> =>
  transact(ctx, 'assessment-schedules:write', async (tx) => {
    const { childId, instrumentId, providerId, locationId } = input
    await assertReferences(tx, 'child', { childId })
    await assertChildInCare(tx, childId)
    await assertReferences(tx, 'instrument', { instrumentId })
    await assertReferences(tx, 'provider', { providerId })
    await assertReferences(tx, 'location', { locationId })
    assertWhen({ ...input, startsOn })
    const id = newId('assessmentSchedule')
    const row = await tx.db.assessmentSchedule.create({
      data: { ...freshRecord(tx, id), ...input, startsOn: dateColumnOrNull(startsOn) },
    })
    tx.created({ type: 'assessmentSchedule', id }, row)
    await openNext(tx, id)
    return toAssessmentSchedule(await loadSchedule(tx, id))
  })
