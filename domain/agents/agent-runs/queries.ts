import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/ids.ts'
import { anyOf, listQuery } from '#platform/core/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import type { Reader } from '#platform/core/transaction.ts'
import {
  AgentRunStatus,
  RUNNING_AGENTS,
  toAgentAction,
  toAgentRun,
  type AgentRun,
  type AgentRunRow,
} from './schemas.ts'
import { usedByRuns } from './usage.ts'

/** With what its progress is counted by: there are at most some hundred. */
export const include = { actions: { select: { status: true } } }

export const AgentRunQuery = listQuery('agentRun', ['-createdAt', 'createdAt'], {
  agent: anyOf(RUNNING_AGENTS, 'Only runs of this agent.'),
  agentId: idOf('agent').optional().meta({ description: 'Only runs of this configured agent.' }),
  status: anyOf(AgentRunStatus, 'Only runs in this status.'),
})
export type AgentRunQuery = z.infer<typeof AgentRunQuery>

export const AgentActionQuery = listQuery('agentAction', ['rank', '-rank'], {
  status: anyOf(['PROPOSED', 'DONE', 'SKIPPED', 'CANCELLED'], 'Only actions in this status.'),
})
export type AgentActionQuery = z.infer<typeof AgentActionQuery>

/** As the API answers them, with what their models have used. */
export const showAgentRuns = async (rows: AgentRunRow[], reader: Reader): Promise<AgentRun[]> => {
  const used = await usedByRuns(
    reader,
    rows.flatMap(({ id, agentId }) => (agentId === null ? [] : [id])),
  )
  return rows.map((row) => toAgentRun(row, used.get(row.id)))
}

const agentRuns = recordQueries({
  permission: 'agent-runs:read',
  name: 'agent run',
  find: ({ db }, selection: Selection<Prisma.AgentRunWhereInput>) =>
    db.agentRun.findMany({ ...selection, include }),
  show: showAgentRuns,
})

export const loadAgentRun = agentRuns.load
export const getAgentRun = agentRuns.get
export const listAgentRuns = agentRuns.list((query: AgentRunQuery) =>
  given(query, 'agent', 'agentId', 'status'),
)

const agentActions = recordQueries({
  permission: 'agent-runs:read',
  name: 'action',
  find: ({ db }, selection: Selection<Prisma.AgentActionWhereInput>) =>
    db.agentAction.findMany(selection),
  show: each(toAgentAction),
})

export const listAgentActions = agentActions.listOf(
  loadAgentRun,
  ({ id, ...query }: AgentActionQuery & { id: string }) => ({
    runId: id,
    ...given(query, 'status'),
  }),
)
