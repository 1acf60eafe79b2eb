import { getAgentCatalog } from '#agents/catalog/get-agent-catalog.ts'
import { AgentCatalog } from '#agents/catalog/schemas.ts'
import { operation } from '../../http/operation.ts'

export const agentCatalogOperations = [
  operation({
    id: 'getAgentCatalog',
    method: 'get',
    path: '/v1/agent-catalog',
    tag: 'Agents',
    summary: 'Retrieve the agent catalog',
    description:
      'Returns queries and actions with the JSON Schema of their parameters, the permissions that they require, and whether a person must approve them. The catalog is the same for every caller.',
    permission: 'agent-catalog:read',
    status: 200,
    response: AgentCatalog,
    run: (ctx) => getAgentCatalog(ctx),
  }),
]
