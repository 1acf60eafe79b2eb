import { DomainError } from '#platform/core/errors/errors.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** The value of `budget` in the error. */
export const RUN_BUDGET = 'AGENT_RUN'

/** An amount in minor units. A limit in one currency excludes models with prices in another. */
interface Cost {
  amount: number
  currency: string
}

/** The cost limits for a run's turns; null means unlimited. */
interface RunLimits {
  /** The limit of the node, per item. */
  cost: Cost | null
  costPerRun: Cost | null
  tokensPerRun: number | null
}

/** The position of a turn within an agent's run. */
export interface TakenAt {
  runId: string
  node: string
  item: number
  limits: RunLimits
}

/** Refuses a turn if it could exceed the limit of its run or node. Simultaneous turns of a run are serialized. */
export const assertRunBudget = async (
  tx: Transaction,
  { runId, node, item, limits: { cost, costPerRun, tokensPerRun } }: TakenAt,
  next: { tokens: number; cost: number },
): Promise<void> => {
  if (!cost && !costPerRun && tokensPerRun === null) return
  await lockKey(tx, `run-budget/${tx.tenantId}/${runId}`)
  const values = [tx.tenantId, runId, node, item]
  const [spent] = await tx.asCentre(() => tx.sql<Spent>(SPENT, values))
  const { tokens, cost: ofRun, costOfNode } = spent!
  if (
    tokens + next.tokens <= (tokensPerRun ?? Infinity) &&
    ofRun + next.cost <= (costPerRun?.amount ?? Infinity) &&
    costOfNode + next.cost <= (cost?.amount ?? Infinity)
  )
    return
  throw new DomainError(
    'ai_budget_exhausted',
    'This turn could exceed limits.tokensPerRun or limits.costPerRun of the definition, or limits.cost of the node. Raise the limit in a new version.',
    { extra: { budget: RUN_BUDGET } },
  )
}

interface Spent {
  tokens: number
  cost: number
  costOfNode: number
}

const SPENT = `
  SELECT COALESCE(sum(input_tokens::bigint + output_tokens), 0)::float8 AS tokens,
    COALESCE(sum(cost), 0)::float8 AS cost,
    COALESCE(sum(cost) FILTER (WHERE run_node = $3 AND run_item = $4), 0)::float8 AS "costOfNode"
  FROM ai_model_calls WHERE tenant_id = $1 AND run_id = $2`
