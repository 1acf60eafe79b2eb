import { fromJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { OfferedTemplate } from './offered-template.ts'
import { toAgentTemplate, type AgentTemplate } from './schemas.ts'

/** The agents that the centre offers as templates, by name; with an id, only that one. */
export const loadOwnTemplates = async (
  { db, tenantId }: Reader,
  id?: string,
): Promise<AgentTemplate[]> => {
  const agents = await db.agent.findMany({
    where: {
      tenantId,
      ...(id !== undefined && { id }),
      archivedAt: null,
      templateOfferedAt: { not: null },
    },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, description: true, template: true },
  })
  return agents.map(({ id: name, name: title, description, template }) =>
    toAgentTemplate(
      { name, title, description: description ?? '', origin: 'CENTRE' },
      fromJson(OfferedTemplate, template),
    ),
  )
}
