import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import {
  each,
  recordQueries,
  whereAny,
  type Selection,
} from '#platform/core/lists/record-queries.ts'
import { versionParams, versionQueries } from '#platform/core/records/versions.ts'
import { AGENT_STATUSES, WHERE_STATUS } from './rules.ts'
import { toAgent, toAgentVersion } from './schemas.ts'

export const AgentQuery = listQuery('agent', ['-createdAt', 'createdAt', 'name'], {
  ...archivedQuery,
  status: anyOf(AGENT_STATUSES, 'Returns only agents with this status.'),
})
export type AgentQuery = z.infer<typeof AgentQuery>

export const AgentVersionParams = versionParams('agent')

const agents = recordQueries({
  permission: 'agents:read',
  name: 'agent',
  find: ({ db }, selection: Selection<Prisma.AgentWhereInput>) => db.agent.findMany(selection),
  show: each(toAgent),
})

export const loadAgent = agents.load
export const getAgent = agents.get
export const listAgents = agents.list((query: AgentQuery) => ({
  ...archivedFilter(query),
  ...whereAny(query.status, WHERE_STATUS),
}))

const versions = versionQueries({
  permission: 'agents:read',
  of: 'an agent',
  find: ({ db, tenantId }, { id, number }) =>
    db.agentVersion.findFirst({ where: { tenantId, agentId: id, number } }),
  show: toAgentVersion,
})

export const loadAgentVersion = versions.load
export const getAgentVersion = versions.get
