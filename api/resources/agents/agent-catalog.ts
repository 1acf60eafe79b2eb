import { getAgentCatalog } from '#agents/catalog/get-agent-catalog.ts'
import { AgentCatalog } from '#agents/catalog/schemas.ts'
import { operation } from '../../http/operation.ts'

export const agentCatalogOperations = [
  operation({
    id: 'getAgentCatalog',
    method: 'get',
    path: '/v1/agent-catalog',
    tag: 'Agents',
    summary: 'Retrieve what agents may read and do',
    description:
      'Queries and actions by name, with the JSON Schema of their parameters, the permissions that they need, and whether somebody has to approve them. The same for everybody.',
    permission: 'agent-catalog:read',
    status: 200,
    response: AgentCatalog,
    run: (ctx) => getAgentCatalog(ctx),
  }),
]
