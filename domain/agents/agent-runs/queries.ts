import type { z } from 'zod'
import type { AgentRun as AgentRunModel, Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { missingOf, needsOfPersonsIn } from '#platform/core/access/withheld.ts'
import { AgentRunStatus, toAgentRun, type AgentRun } from './schemas.ts'
import { loadDefinitions } from '../agent-run-steps/load-definitions.ts'
import { needsOfInput } from '../definitions/checks/needs-of-node.ts'
import { usedByRuns } from '../agent-run-steps/usage.ts'

export const AgentRunQuery = listQuery('agentRun', ['-createdAt', 'createdAt'], {
  agentId: idOf('agent').optional().meta({ description: 'Returns only runs of this agent.' }),
  status: anyOf(AgentRunStatus, 'Returns only runs with this status.'),
})
export type AgentRunQuery = z.infer<typeof AgentRunQuery>

/**
 * Converts runs to their API form, with their model usage. Input is shown to the person who started the run and
 * to people who may read its sources.
 */
export const showAgentRuns = async (rows: AgentRunModel[], reader: Reader): Promise<AgentRun[]> => {
  const ids = rows.map(({ id }) => id)
  const [used, definitions] = await Promise.all([
    usedByRuns(reader, ids),
    loadDefinitions(reader, ids),
  ])
  const { actor } = reader
  return rows.map((row) => {
    const { id, startedBy, input } = row
    const takes = [...needsOfInput(definitions.get(id)!), ...needsOfPersonsIn(input)]
    return toAgentRun(row, startedBy === actor.id ? [] : missingOf(actor, takes), used.get(id))
  })
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
