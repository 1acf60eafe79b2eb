import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { versionParams, versionQueries } from '#platform/core/records/versions.ts'
import { toAssistant, toAssistantVersion } from './schemas.ts'

export const AssistantQuery = listQuery('assistant', ['-createdAt', 'createdAt', 'name'], {
  ...archivedQuery,
})
export type AssistantQuery = z.infer<typeof AssistantQuery>

export const AssistantVersionParams = versionParams('assistant')

const assistants = recordQueries({
  permission: 'assistants:read',
  name: 'assistant',
  find: ({ db }, selection: Selection<Prisma.AssistantWhereInput>) =>
    db.assistant.findMany(selection),
  show: each(toAssistant),
})

export const loadAssistant = assistants.load
export const getAssistant = assistants.get
export const listAssistants = assistants.list((query: AssistantQuery) => archivedFilter(query))

const versions = versionQueries({
  permission: 'assistants:read',
  of: 'an assistant',
  find: ({ db, tenantId }, { id, number }) =>
    db.assistantVersion.findFirst({ where: { tenantId, assistantId: id, number } }),
  show: toAssistantVersion,
})

export const loadAssistantVersion = versions.load
export const getAssistantVersion = versions.get
