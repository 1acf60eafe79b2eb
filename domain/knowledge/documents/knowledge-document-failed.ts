import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A document that could not be read. */
export const knowledgeDocumentFailed = defineWaiting({
  kind: 'KNOWLEDGE_DOCUMENT_FAILED',
  subject: 'knowledgeDocument',
  reads: 'knowledge:read',
  actions: [
    {
      operation: 'reindexKnowledgeDocument',
      path: '/v1/ai/knowledge/documents/{id}/reindex',
      needs: 'knowledge:write',
    },
    {
      operation: 'removeKnowledgeDocument',
      path: '/v1/ai/knowledge/documents/{id}/remove',
      needs: 'knowledge:write',
    },
  ],
  rows: {
    from: 'knowledge_documents r',
    where: `r.status = 'FAILED'`,
    since: 'r.updated_at',
    name: 'r.name',
    assigneeId: 'r.created_by',
  },
})
