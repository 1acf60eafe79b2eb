import type { Prisma, Series as SeriesModel } from '#prisma/generated/client.ts'
import { DomainError, invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { SeriesChange } from './series-change.ts'
import { openOccurrences } from './open-occurrences.ts'
import { loadSeries, showSeries } from './queries.ts'
import { inScope, type OpenOccurrence, type SeriesScope } from './rules.ts'
import type { Series } from './schemas.ts'
import { seriesBookingWorkflow } from './workflows.ts'

/** Which occurrences a change concerns. */
export interface Scoped {
  scope: SeriesScope
  occurrenceId?: string
}

/** What a verb does with the occurrences in scope. Returns the changes of the series itself. */
type Work = (
  series: SeriesModel,
  scoped: OpenOccurrence[],
  revision: SeriesChange,
) => Promise<Prisma.SeriesUncheckedUpdateInput>

/**
 * The order of every change of a series: lock, rule, desired state of each occurrence, audit. The workflow
 * applies it afterwards.
 */
export const changeSeries = async (
  tx: Transaction,
  { id, version, scope, occurrenceId }: RecordRef & Scoped,
  work: Work,
): Promise<Series> => {
  await lockRecord(tx, 'series', id)
  const before = await loadSeries(tx, id)
  assertVersion(before, version)
  assertGoesOn(before)
  const scoped = await occurrencesInScope(tx, id, {
    scope,
    ...(occurrenceId && { occurrenceId }),
  })
  const revision = { seriesId: id, timeZone: before.timeZone, revision: before.revision + 1 }
  const data = await work(before, scoped, revision)
  return writeRevision(tx, before, { ...data, revision: revision.revision })
}

/** Writes the next revision of a series, which the workflow applies. */
export const writeRevision = async (
  tx: Transaction,
  before: SeriesModel,
  data: Prisma.SeriesUncheckedUpdateInput & { revision: number },
): Promise<Series> => {
  const { id } = before
  const after = await tx.db.series.update({
    where: keyOf(tx, id),
    data: { ...data, status: 'PROCESSING', ...touched(tx) },
  })
  tx.changed({ type: 'series', id }, before, after)
  tx.wake(seriesBookingWorkflow, id)
  return showSeries(tx, after)
}

const assertGoesOn = ({ cancelledAt }: SeriesModel): void => {
  if (!cancelledAt) return
  throw new DomainError('invalid_transition', 'The series is cancelled. Create a new series.', {
    extra: { status: 'CANCELLED', allowed: [] },
  })
}

const occurrencesInScope = async (
  tx: Transaction,
  seriesId: string,
  { scope, occurrenceId }: Scoped,
): Promise<OpenOccurrence[]> => {
  if (scope === 'ALL' && occurrenceId !== undefined)
    throw invalid('occurrenceId', 'not_allowed', 'Scope ALL does not allow occurrenceId. Omit it.')
  if (scope !== 'ALL' && occurrenceId === undefined)
    throw invalid('occurrenceId', 'required', `Scope ${scope} requires occurrenceId.`)
  const open = await openOccurrences(tx, seriesId)
  const from = open.find(({ id }) => id === occurrenceId)
  if (occurrenceId !== undefined && !from) {
    const known = await tx.db.seriesOccurrence.findFirst({
      where: { tenantId: tx.tenantId, seriesId, id: occurrenceId },
      select: { id: true },
    })
    if (!known) throw invalidReference('occurrenceId', 'occurrence of the series')
    throw new DomainError(
      'occurrence_closed',
      'The occurrence has begun, has ended or is cancelled. Choose a future one.',
    )
  }
  const scoped = inScope(open, scope, from)
  if (scoped.length === 0)
    throw new DomainError('series_over', 'The series has no future occurrences.')
  return scoped
}
