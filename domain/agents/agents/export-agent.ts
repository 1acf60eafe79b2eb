import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadAgent } from './queries.ts'
import { FORMAT_OF_AGENTS, type AgentExport } from './schemas.ts'
import { definitionOf } from '../definitions/definition.ts'

/** The draft of an agent as a self-contained document, for another centre or a repository. */
export const exportAgent = (ctx: Context, { id }: { id: string }): Promise<AgentExport> =>
  read(ctx, 'agents:read', async (reader) => {
    const agent = await loadAgent(reader, id)
    const { name, description } = agent
    return { format: FORMAT_OF_AGENTS, name, description, definition: definitionOf(agent) }
  })
