import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const knowledgeDocuments = defineResource({
  permissions: {
    knowledge: {
      about: 'documents that assistants answer from, and questions to them',
      centreOnly: ['write'],
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { ai: ['read', 'write'] },
    },
  },
  records: {
    knowledgeDocument: {
      prefix: 'kdc',
      table: 'knowledge_documents',
      audit: [
        'assistantId',
        'format',
        'sizeBytes',
        'sha256',
        'edition',
        'replacesId',
        'status',
        'reads',
        'pageCount',
        'language',
        'failureCode',
        'startsOn',
        'endsOn',
        'passages',
        'words',
        'embeddingModel',
        'passagesEmbedded',
        'readyAt',
        'removedAt',
        'createdBy',
      ],
    },
  },
  tables: {
    knowledge_documents: { withoutPersonalData: CENTRE },
    knowledge_passages: { withoutPersonalData: CENTRE },
    knowledge_terms: { withoutPersonalData: CENTRE },
    knowledge_words: { withoutPersonalData: CENTRE },
    knowledge_vectors: { withoutPersonalData: CENTRE },
  },
})
