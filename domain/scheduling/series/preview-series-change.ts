import type { Transaction } from '#platform/core/transaction.ts'
import { tryOccurrence } from './carry-out-occurrence.ts'
import { pendingOccurrences } from './pending-occurrences.ts'
import { loadSeries, showSeries } from './queries.ts'
import { MAX_OCCURRENCES } from './rules.ts'
import type { Series, SeriesOutcome } from './schemas.ts'

/** What a change would do, occurrence by occurrence: it is made and carried out, and taken back. */
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
    const series = await loadSeries(tx, id)
    const outcomes: SeriesOutcome['occurrences'] = []
    for (const occurrenceId of await pendingOccurrences(tx, id, MAX_OCCURRENCES * 2)) {
      const outcome = await tryOccurrence(tx, series, occurrenceId)
      outcomes.push({ ...outcome, occurrenceId: existing.has(occurrenceId) ? occurrenceId : null })
    }
    return outcomes
  })
  tx.nothingChanged({ type: 'series', id })
  const series = await showSeries(tx, await loadSeries(tx, id))
  return { ...series, dryRun: true, occurrences, fees: sumOf(occurrences) }
}

const sumOf = (occurrences: SeriesOutcome['occurrences']): SeriesOutcome['fees'] => {
  const fees = new Map<string, number>()
  for (const { fee } of occurrences)
    if (fee?.decision === 'CHARGED' && fee.currency)
      fees.set(fee.currency, (fees.get(fee.currency) ?? 0) + fee.amount)
  return [...fees].map(([currency, amount]) => ({ currency, amount }))
}
