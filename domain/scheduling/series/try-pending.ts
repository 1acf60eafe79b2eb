import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { tryOccurrence } from './carry-out-occurrence.ts'
import { pendingOccurrences } from './pending-occurrences.ts'
import { loadSeries } from './queries.ts'
import { MAX_OCCURRENCES } from './rules.ts'
import type { OccurrenceOutcome, Sums } from './schemas.ts'

/** Previews each pending occurrence in order. Occurrences that are not recorded have no id. */
export const tryPending = async (
  tx: Transaction,
  id: string,
  onRecord: ReadonlySet<string>,
): Promise<OccurrenceOutcome[]> => {
  const series = await loadSeries(tx, id)
  const outcomes: OccurrenceOutcome[] = []
  for (const occurrenceId of await pendingOccurrences(tx, id, MAX_OCCURRENCES * 2)) {
    const outcome = await tryOccurrence(tx, series, occurrenceId)
    outcomes.push({ ...outcome, occurrenceId: onRecord.has(occurrenceId) ? occurrenceId : null })
  }
  return outcomes
}

/** Sums of amounts, one for each currency. */
export const sumsOf = (all: readonly Sums[number][]): Sums => {
  const sums = new Map<string, number>()
  for (const { currency, amount } of all) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}
