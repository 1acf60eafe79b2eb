import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { ofOpenAssistants } from '../assistants/closed-assistants.ts'
import { KNOWLEDGE_STATUSES } from './rules.ts'
import { toKnowledgeDocument } from './schemas.ts'

export const KnowledgeDocumentQuery = listQuery('knowledgeDocument', ['-createdAt', 'createdAt'], {
  assistantId: idOf('assistant').optional(),
  status: anyOf(KNOWLEDGE_STATUSES, 'Returns only documents with this status.'),
})
export type KnowledgeDocumentQuery = z.infer<typeof KnowledgeDocumentQuery>

const documents = recordQueries({
  permission: 'knowledge:read',
  name: 'knowledge document',
  find: async (reader, { where, ...selection }: Selection<Prisma.KnowledgeDocumentWhereInput>) =>
    reader.db.knowledgeDocument.findMany({
      ...selection,
      where: { AND: [where, await ofOpenAssistants(reader)] },
    }),
  show: each(toKnowledgeDocument),
})

export const loadKnowledgeDocument = documents.load
export const getKnowledgeDocument = documents.get
export const listKnowledgeDocuments = documents.list((query: KnowledgeDocumentQuery) =>
  given(query, 'assistantId', 'status'),
)
