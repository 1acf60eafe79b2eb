import type { Context } from '#platform/core/context/context.ts'
import { ONE_PAGE } from '#platform/core/lists/paging.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadOwnTemplates } from './load-own-templates.ts'
import { TEMPLATES, type AgentTemplates } from './schemas.ts'

/** The templates of the platform, the same for everybody, and then those of the centre. */
export const listAgentTemplates = (ctx: Context): Promise<AgentTemplates> =>
  read(ctx, 'agents:read', async (reader) => {
    const data = [...TEMPLATES, ...(await loadOwnTemplates(reader))]
    return { data, ...ONE_PAGE, templates: data }
  })
