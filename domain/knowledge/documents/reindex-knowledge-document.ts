import { knowledgeMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { knowledgeDocumentRecord } from './record.ts'
import { deletePassages, WITHOUT_PASSAGES } from './remove-knowledge-document.ts'

/** Reads and indexes a document's file again, after a failure or if its index may be wrong. */
export const reindexKnowledgeDocument = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, knowledgeDocumentRecord, knowledgeMoves, 'reindex', {
    fields: async ({ id }, tx) => {
      await deletePassages(tx, id)
      return {
        reads: 0,
        warnings: [],
        failureCode: null,
        failureDetail: null,
        readyAt: null,
        ...WITHOUT_PASSAGES,
      }
    },
  })
