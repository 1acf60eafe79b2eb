import { prepareBooking, requestOf } from '../appointments/prepare-booking.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { reportReleased, type ReleasedHold } from '../holds/report-released.ts'
import { changeSeries } from './change-series.ts'
import { addOccurrences, dropOccurrences, moveOccurrences } from './series-change.ts'
import { applyEdit, bookingOf, expandRule, planEdit } from './rules.ts'
import { previewSeriesChange } from './preview-series-change.ts'
import { kindOf, type EditSeries, type Series, type SeriesOutcome } from './schemas.ts'

const SURPLUS = { initiator: 'ORGANIZATION', reason: 'The series has fewer occurrences now' }

/**
 * Changes the time, the place, the provider or the content of occurrences. Each keeps its appointment. If an
 * appointment cannot be changed, it stays as it is, and its occurrence reports this.
 */
export const editSeries = (
  ctx: Context,
  { dryRun = false, ...input }: RecordRef & EditSeries & { dryRun?: boolean },
): Promise<SeriesOutcome> =>
  transact(ctx, 'appointments:write', async (tx) => {
    const edit = () => editOccurrences(tx, input)
    if (dryRun) return previewSeriesChange(tx, input.id, edit)
    return { ...(await edit()), dryRun, occurrences: [], fees: [] }
  })

const editOccurrences = async (
  tx: Transaction,
  { id, version, scope, occurrenceId, ...wanted }: RecordRef & EditSeries,
): Promise<Series> => {
  assertEdit(scope, wanted)
  const ref = { id, version, scope, ...(occurrenceId !== undefined && { occurrenceId }) }
  let released: ReleasedHold[] = []
  const edited = await changeSeries(tx, ref, async (series, scoped, revision) => {
    if (kindOf(series) === 'GROUP') assertGroupEdit(wanted)
    const { rule, ...place } = wanted
    const { childId, type } = series
    const first = { ...applyEdit(scoped[0]!, place), childId, type }
    const facts = await prepareBooking(tx, requestOf(first))
    released = facts.released

    const expansion = rule === undefined ? undefined : expandRule(rule, scoped[0]!.occursOn)
    const plan = planEdit(scoped, { ...place, ...(expansion && { dates: expansion.dates }) })
    const { drop, move, add } = plan
    await dropOccurrences(tx, revision, drop, SURPLUS)
    await moveOccurrences(tx, revision, move, { turn: drop.length })
    const number = await lastNumber(tx, id)
    await addOccurrences(tx, revision, add, { number, turn: drop.length + move.length })
    if (scope === 'THIS') return {}
    const startsOn = new Date(`${scoped[0]!.occursOn}T00:00:00Z`)
    const { startTime = series.startTime } = place
    return {
      startTime,
      ...bookingOf(applyEdit(series, place)),
      ...(place.serviceId && { type: facts.type }),
      ...(expansion && { rule: expansion.rule, startsOn }),
    }
  })
  await reportReleased(tx, released, 'EXPIRED')
  return edited
}

const assertEdit = (scope: EditSeries['scope'], wanted: Partial<EditSeries>): void => {
  if (Object.keys(wanted).length === 0)
    throw invalid(
      'startTime',
      'required',
      'The request contains no change. Send at least one, such as a time, day, provider, room, location or service.',
    )
  if (scope === 'THIS' && wanted.rule !== undefined)
    throw invalid(
      'rule',
      'not_allowed',
      'rule is not allowed with scope THIS. To move the occurrence to another day, send occursOn.',
    )
  if (scope !== 'THIS' && wanted.occursOn !== undefined)
    throw invalid(
      'occursOn',
      'not_allowed',
      'occursOn is allowed only with scope THIS. To move several occurrences, send rule.',
    )
}

/** A group keeps its location and service, because its places were taken for these. */
const assertGroupEdit = (wanted: Partial<EditSeries>): void => {
  for (const member of ['locationId', 'serviceId', 'durationMinutes'] as const)
    if (wanted[member] !== undefined)
      throw invalid(
        member,
        'not_allowed',
        `${member} cannot change for a series of groups. Cancel the groups from this occurrence on, and create a new series.`,
      )
}

const lastNumber = async (tx: Transaction, seriesId: string): Promise<number> => {
  const [row] = await tx.sql<{ last: number }>(
    'SELECT max(number) AS last FROM series_occurrences WHERE tenant_id = $1 AND series_id = $2',
    [tx.tenantId, seriesId],
  )
  return row?.last ?? 0
}
