import { assertForSeveral } from '../group-appointments/rules.ts'
import { assertApproved } from '../appointments/assert-approved.ts'
import { prepareBooking } from '../appointments/prepare-booking.ts'
import { assertInCare } from '#people/children/rules.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { reportReleased } from '../holds/report-released.ts'
import { addOccurrences } from './series-change.ts'
import { showSeries } from './queries.ts'
import { expandRule, localDate } from './rules.ts'
import type { CreateSeries, Series } from './schemas.ts'
import { seriesBookingWorkflow } from './workflows.ts'

/** Records a series and its occurrences. The workflow books them one by one. */
export const bookSeries = async (tx: Transaction, input: CreateSeries): Promise<Series> => {
  const { startsOn, startTime, providerId, roomId = null } = input
  const childId = childOf(input)
  const facts = await prepareBooking(tx, { ...input, childId })
  assertInCare(facts)
  assertApproved(facts.providerStatus)
  if (childId === null) assertForSeveral(facts)
  const timeZone = input.timeZone ?? facts.timeZone
  if (startsOn < localDate(tx.now, timeZone))
    throw invalid('startsOn', 'in_the_past', 'startsOn is in the past. Choose a future date.')
  const { rule, dates } = expandRule(input.rule, startsOn)

  const row = await tx.db.series.create({
    data: {
      ...freshRecord(tx, newId('series')),
      childId,
      providerId,
      type: facts.type,
      serviceId: facts.serviceId,
      locationId: facts.locationId,
      roomId,
      durationMinutes: input.durationMinutes ?? null,
      notes: input.notes ?? null,
      timeZone,
      startsOn: new Date(`${startsOn}T00:00:00Z`),
      startTime,
      rule,
      status: 'PROCESSING',
    },
  })
  const places = dates.map((occursOn) => ({ ...row, occursOn }))
  const first = { seriesId: row.id, timeZone, revision: row.revision }
  await addOccurrences(tx, first, places, { number: 0, turn: 0 })
  tx.created({ type: 'series', id: row.id }, row)
  tx.start(seriesBookingWorkflow, row.id)
  await reportReleased(tx, facts.released, 'EXPIRED')
  return showSeries(tx, row)
}

const childOf = ({ kind, childId }: CreateSeries): string | null => {
  if (kind === 'GROUP' && childId !== undefined)
    throw invalid(
      'childId',
      'not_allowed',
      'Omit childId for kind GROUP. Children are added to each group appointment.',
    )
  if (kind === 'GROUP') return null
  if (childId === undefined)
    throw invalid('childId', 'required', 'Send childId, or use kind GROUP.')
  return childId
}
