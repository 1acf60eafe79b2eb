import type { z } from 'zod'
import type { AgentRun as AgentRunModel, Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { anyOf, listQuery } from '#platform/core/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import type { Reader } from '#platform/core/transaction.ts'
import { AgentRunStatus, toAgentRun, type AgentRun } from './schemas.ts'
import { usedByRuns } from '../agent-run-steps/usage.ts'

export const AgentRunQuery = listQuery('agentRun', ['-createdAt', 'createdAt'], {
  agentId: idOf('agent').optional().meta({ description: 'Only runs of this agent.' }),
  status: anyOf(AgentRunStatus, 'Only runs in this status.'),
})
export type AgentRunQuery = z.infer<typeof AgentRunQuery>

/** As the API answers them, with what their models have used. */
export const showAgentRuns = async (rows: AgentRunModel[], reader: Reader): Promise<AgentRun[]> => {
  const used = await usedByRuns(
    reader,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toAgentRun(row, used.get(row.id)))
}

const agentRuns = recordQueries({
  permission: 'agent-runs:read',
  name: 'agent run',
  find: ({ db }, selection: Selection<Prisma.AgentRunWhereInput>) =>
    db.agentRun.findMany(selection),
  show: showAgentRuns,
})

export const loadAgentRun = agentRuns.load
export const getAgentRun = agentRuns.get
export const listAgentRuns = agentRuns.list((query: AgentRunQuery) =>
  given(query, 'agentId', 'status'),
)
