import { subjectOf } from '#platform/core/records/ids.ts'
import { subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { DIFFERENCES, OUTCOMES, RUN_ENDS } from './rules.ts'
import { Replayed, type ReplayedModels, type ReplayTotals } from './schemas.ts'

interface Settled {
  difference: string | null
  replayed: Replayed
}

/** The totals of a replay's results so far. */
export const loadTotals = async (
  { db, tenantId }: Reader,
  replayId: string,
): Promise<ReplayTotals> => {
  const rows = await db.agentReplayResult.findMany({
    where: { tenantId, replayId, settledAt: { not: null } },
    select: { difference: true, replayed: true },
  })
  return totalsOf(
    rows.map(({ difference, replayed }) => ({
      difference,
      replayed: fromJson(Replayed, replayed),
    })),
  )
}

/** The totals of results; kinds that do not occur are left out. Pure. */
const totalsOf = (results: readonly Settled[]): ReplayTotals => {
  const actions = results.flatMap(({ replayed }) => replayed.actions)
  const sent = actions.flatMap(({ recipientIds }) => recipientIds)
  const outcomes = tally(results.map(({ replayed }) => replayed.outcome))
  const ends = tally(results.map(({ replayed }) => replayed.end))
  const differences = tally(results.map(({ difference }) => difference))
  return {
    outcomes: listed(OUTCOMES, outcomes).map(([outcome, triggers]) => ({ outcome, triggers })),
    ends: listed(RUN_ENDS, ends).map(([end, runs]) => ({ end, runs })),
    actions: [...tally(actions.map(({ action }) => action))]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([action, times]) => ({ action, times })),
    messages: [...Map.groupBy(sent, typeOf)].map(([recipientType, ids]) => ({
      recipientType,
      messages: ids.length,
      recipients: new Set(ids).size,
    })),
    models: sumOf(results.map(({ replayed }) => replayed.models)),
    differences: listed(DIFFERENCES, differences).map(([difference, triggers]) => ({
      difference,
      triggers,
    })),
  }
}

const typeOf = (id: string) => subjectTypeOf(subjectOf(id)!.type)

const tally = <Value>(values: readonly Value[]): ReadonlyMap<NonNullable<Value>, number> => {
  const counts = new Map<NonNullable<Value>, number>()
  for (const value of values)
    if (value !== null && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** The counts in the order of a closed list. */
const listed = <Value>(
  order: readonly Value[],
  counts: ReadonlyMap<unknown, number>,
): [Value, number][] =>
  order.flatMap((value) => (counts.has(value) ? [[value, counts.get(value)!]] : []))

const sumOf = (models: readonly ReplayedModels[]): ReplayedModels => {
  const costs = models.flatMap((model) => model.costs)
  return {
    recordedTokens: sum(models, ({ recordedTokens }) => recordedTokens),
    estimatedTokens: sum(models, ({ estimatedTokens }) => estimatedTokens),
    costs: [...Map.groupBy(costs, ({ currency }) => currency)].map(([currency, its]) => ({
      currency,
      recorded: sum(its, ({ recorded }) => recorded),
      estimated: sum(its, ({ estimated }) => estimated),
    })),
  }
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)
