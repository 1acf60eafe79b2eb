import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { lockKey } from '#platform/core/transactions/lock-key.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { secondsUntilFree, startOfDay } from './rules.ts'

/** The value of `budget` in the error. */
export const AGENT_BUDGET = 'AGENT_TOKENS_PER_DAY'

/**
 * Refuses an agent's turn if it could exceed the daily budget of all the centre's agents. Simultaneous turns
 * are serialized, so they cannot exceed it together.
 */
export const assertAgentBudget = async (tx: Transaction, tokens: number): Promise<void> => {
  const { agentTokensPerDay: most } = await loadTenantSettings(tx)
  if (most === null) return
  await lockKey(tx, `agent-budget/${tx.tenantId}`)
  const values = [tx.tenantId, startOfDay(tx.now)]
  const [spent] = await tx.asCentre(() => tx.sql<{ tokens: number }>(SPENT, values))
  if (spent!.tokens + tokens <= most) return
  throw new DomainError(
    'ai_budget_exhausted',
    `The centre’s agents have used their ${most} tokens for today. Wait until tomorrow, or raise agentTokensPerDay with PATCH /v1/organization.`,
    {
      extra: { budget: AGENT_BUDGET },
      retryAfterSeconds: secondsUntilFree('TOKENS_PER_DAY', tx.now),
    },
  )
}

const SPENT = `
  SELECT COALESCE(sum(input_tokens::bigint + output_tokens), 0)::float8 AS tokens
  FROM ai_model_calls WHERE tenant_id = $1 AND run_id IS NOT NULL AND created_at >= $2`
