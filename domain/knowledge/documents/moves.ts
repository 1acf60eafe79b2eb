import { defineMoves, waking } from '#platform/core/records/moves.ts'
import { KNOWLEDGE_STATUSES } from './rules.ts'
import { knowledgeIngestionWorkflow } from './workflows.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { knowledgeDocumentFailed } from './knowledge-document-failed.ts'

export const knowledgeMoves = defineMoves()({
  noun: 'A document',
  subject: 'knowledgeDocument',
  states: KNOWLEDGE_STATUSES,
  initial: ['RECEIVED'],
  elsewhere: {
    READING: 'its ingestion',
    INDEXING: 'its ingestion',
    READY: 'its ingestion',
    FAILED: 'its ingestion, if the file could not be read',
  },
  waits: {
    RECEIVED: 'its ingestion reads it',
    READING: 'its ingestion reads it',
    INDEXING: 'its ingestion reads it',
    READY: 'assistants answer from it',
    FAILED: knowledgeDocumentFailed,
    REMOVED: ENDED,
  },
  moves: {
    reindex: {
      from: ['READY', 'FAILED'],
      to: 'RECEIVED',
      wakes: [waking(knowledgeIngestionWorkflow)],
    },
    remove: { from: ['RECEIVED', 'READING', 'INDEXING', 'READY', 'FAILED'], to: 'REMOVED' },
  },
})
