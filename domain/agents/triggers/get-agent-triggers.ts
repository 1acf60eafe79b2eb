import type { AgentTriggerCount } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadAgent } from '../agents/queries.ts'
import { REFUSALS, type Outcome, type OutcomeExample, type Refusal } from './outcome.ts'
import type { AgentTriggers } from './schemas.ts'

/** What the published version of an agent has seen, and what became of it. */
export const getAgentTriggers = (ctx: Context, { id }: { id: string }): Promise<AgentTriggers> =>
  read(ctx, 'agents:read', async (reader) => {
    const { publishedVersion, nextRunAt } = await loadAgent(reader, id)
    const { db, tenantId } = reader
    const row = await db.agentTriggerCount.findFirst({
      where: { tenantId, agentId: id, agentVersion: publishedVersion ?? 0 },
    })
    const { started, filtered, failed, refused } = row ?? NONE
    return {
      agentId: id,
      agentVersion: publishedVersion,
      seen: Number(started + filtered + failed + refused),
      lastSeenAt: utcOrNull(row?.lastSeenAt ?? null),
      started: countedOf(row, 'STARTED', started),
      filteredOut: countedOf(row, 'FILTERED', filtered),
      failed: countedOf(row, 'FAILED', failed),
      refused: countedOf(row, 'REFUSED', refused),
      filteredInARow: Number(row?.filteredInARow ?? 0),
      nextRunAt: utcOrNull(nextRunAt),
    }
  })

const NONE = { started: 0n, filtered: 0n, failed: 0n, refused: 0n }

const countedOf = (
  row: AgentTriggerCount | null,
  outcome: Outcome,
  count: bigint,
): AgentTriggers['started'] => {
  const last = row ? examplesOf(row)[outcome] : undefined
  return { count: Number(count), last: last ? shownOf(last) : null }
}

/** The last event with each outcome. */
export const examplesOf = ({
  examples,
}: {
  examples: unknown
}): Partial<Record<Outcome, OutcomeExample>> => examples as Partial<Record<Outcome, OutcomeExample>>

const shownOf = ({
  code,
  message,
  ...example
}: OutcomeExample): NonNullable<AgentTriggers['started']['last']> => ({
  ...example,
  code: code as Refusal | null,
  message: message ?? REFUSALS[code as Refusal] ?? null,
})
