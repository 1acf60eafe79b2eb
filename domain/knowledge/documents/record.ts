import type { KnowledgeDocument as DocumentModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadKnowledgeDocument } from './queries.ts'
import { toKnowledgeDocument, type KnowledgeDocument } from './schemas.ts'

/** How a document is loaded, written and shown by the verbs that change it. */
export const knowledgeDocumentRecord: RecordKind<
  DocumentModel,
  Prisma.KnowledgeDocumentUncheckedUpdateInput,
  KnowledgeDocument
> = {
  type: 'knowledgeDocument',
  table: 'knowledge_documents',
  permission: 'knowledge:write',
  load: loadKnowledgeDocument,
  update: (tx, id, data) => tx.db.knowledgeDocument.update({ where: keyOf(tx, id), data }),
  show: toKnowledgeDocument,
}
