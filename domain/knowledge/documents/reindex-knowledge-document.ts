import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transitionTo } from '#platform/core/records/state-machine.ts'
import { knowledgeDocumentRecord } from './record.ts'
import { deletePassages, WITHOUT_PASSAGES } from './remove-knowledge-document.ts'
import { KNOWLEDGE_TRANSITIONS } from './rules.ts'
import { knowledgeIngestionWorkflow } from './workflows.ts'

/** Reads a document's file anew and indexes it anew: after a failure, or when its index is in doubt. */
export const reindexKnowledgeDocument = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, knowledgeDocumentRecord, {
    fields: async ({ id, status }, tx) => {
      const next = transitionTo('A document', KNOWLEDGE_TRANSITIONS, 'reindex', status)
      await deletePassages(tx, id)
      return {
        status: next,
        reads: 0,
        warnings: [],
        failureCode: null,
        failureDetail: null,
        readyAt: null,
        ...WITHOUT_PASSAGES,
      }
    },
    effects: (tx, { id }) => tx.wake(knowledgeIngestionWorkflow, id),
  })
