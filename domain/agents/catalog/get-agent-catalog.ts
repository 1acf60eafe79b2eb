import type { Context } from '#platform/core/context/context.ts'
import { ONE_PAGE } from '#platform/core/lists/paging.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { ACTIONS } from './actions/index.ts'
import { QUERIES } from './queries/index.ts'
import { toCatalogAction, toCatalogQuery, type AgentCatalog } from './schemas.ts'

/**
 * Everything that agents can read and do. Each entry lists its required permissions, some of which the caller
 * may lack.
 */
export const getAgentCatalog = (ctx: Context): Promise<AgentCatalog> =>
  read(ctx, 'agent-catalog:read', () => {
    const queries = Object.values(QUERIES).map(toCatalogQuery)
    const actions = Object.values(ACTIONS).map(toCatalogAction)
    const data = [
      ...queries.map((query) => ({ kind: 'QUERY' as const, ...query })),
      ...actions.map((action) => ({ kind: 'ACTION' as const, ...action })),
    ]
    return Promise.resolve({ data, ...ONE_PAGE, queries, actions })
  })
