import type { Context } from '#platform/core/context/context.ts'
import { ONE_PAGE } from '#platform/core/lists/paging.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { TEMPLATES, type AgentTemplates } from './schemas.ts'

/** Agent templates, the same for everybody. */
export const listAgentTemplates = (ctx: Context): Promise<AgentTemplates> =>
  read(ctx, 'agents:read', () =>
    Promise.resolve({ data: TEMPLATES, ...ONE_PAGE, templates: TEMPLATES }),
  )
