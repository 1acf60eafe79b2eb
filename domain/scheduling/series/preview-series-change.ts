import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadSeries, showSeries } from './queries.ts'
import type { OccurrenceOutcome, Series, SeriesOutcome } from './schemas.ts'
import { sumsOf, tryPending } from './try-pending.ts'

/** What a change would do to each occurrence: it is applied and then rolled back. */
export const previewSeriesChange = async (
  tx: Transaction,
  id: string,
  change: () => Promise<Series>,
): Promise<SeriesOutcome> => {
  const where = { tenantId: tx.tenantId, seriesId: id }
  const rows = await tx.db.seriesOccurrence.findMany({ where, select: { id: true } })
  const existing = new Set(rows.map((row) => row.id))
  const occurrences = await tx.rehearse(async () => {
    await change()
    return tryPending(tx, id, existing)
  })
  tx.nothingChanged({ type: 'series', id })
  const series = await showSeries(tx, await loadSeries(tx, id))
  return { ...series, dryRun: true, occurrences, fees: sumsOf(occurrences.flatMap(chargedFor)) }
}

const chargedFor = ({ fee }: OccurrenceOutcome) =>
  fee?.decision === 'CHARGED' && fee.currency !== null && fee.amount !== null
    ? [{ currency: fee.currency, amount: fee.amount }]
    : []
