import { jsonArray } from '#platform/core/sql/json.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { dateColumn, dateIn, dateText } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { openNext } from '../assessment-schedules/open-next.ts'
import { zoneOf } from '../assessment-schedules/zone-of.ts'
import { loadEdition } from '../instruments/queries.ts'
import { assertAdministered, ageInMonths, scoresOf } from './rules.ts'
import type { AssessmentRow, CompleteAssessment } from './schemas.ts'
import type { Assessment as AssessmentModel } from '#prisma/generated/client.ts'

/** Locks the schedule before the assessment, like the verbs that change a schedule. */
export const lockAssessment = async (tx: Transaction, id: string): Promise<void> => {
  await tx.sql(LOCK_SCHEDULE, [tx.tenantId, id])
}

const LOCK_SCHEDULE = `
  SELECT 1 FROM assessment_schedules WHERE tenant_id = $1
    AND id = (SELECT schedule_id FROM assessments WHERE tenant_id = $1 AND id = $2) FOR UPDATE`

/** The location whose date applies, taken from the schedule. */
export const locationOf = async (
  tx: Transaction,
  { scheduleId }: { scheduleId: string | null },
): Promise<string | null> => {
  if (scheduleId === null) return null
  const schedule = await tx.db.assessmentSchedule.findFirst({ where: inTenant(tx, scheduleId) })
  return schedule!.locationId
}

/** Scores a result with the norms for the child's age. */
export const resultOf = async (
  tx: Transaction,
  {
    childId,
    instrumentId,
    locationId,
  }: { childId: string; instrumentId: string; locationId: string | null },
  { administeredOn, administeredBy, edition, items, rawScores, comment }: CompleteAssessment,
) => {
  const child = await tx.db.child.findFirstOrThrow({ where: inTenant(tx, childId) })
  const birthDate = dateText(child.birthDate)
  const today = dateIn(tx.now, await zoneOf(tx, locationId))
  assertAdministered(administeredOn, { birthDate, today })
  const definition = await loadEdition(tx, instrumentId, edition)
  const ageMonths = ageInMonths(birthDate, administeredOn)
  return {
    administeredOn: dateColumn(administeredOn),
    administeredBy,
    editionId: definition.id,
    ageMonths,
    items,
    scores: jsonArray(scoresOf(definition, { items, rawScores }, ageMonths)),
    comment,
  }
}

/** After an assessment: the next one, or the end of its schedule. */
export const followClosing = async (tx: Transaction, after: AssessmentRow): Promise<void> => {
  if (after.scheduleId !== null) await openNext(tx, after.scheduleId)
}

export const assessmentFacts = ({
  id,
  childId,
  instrumentId,
  scheduleId,
}: Pick<AssessmentModel, 'id' | 'childId' | 'instrumentId' | 'scheduleId'>) => ({
  assessmentId: id,
  childId,
  instrumentId,
  ...(scheduleId && { scheduleId }),
})

/** The result's facts, with actor and time. */
export const administeredFacts = (row: AssessmentRow) => ({
  ...assessmentFacts(row),
  administeredOn: dateText(row.administeredOn!),
  ...(row.administeredBy && { administeredBy: row.administeredBy }),
})
