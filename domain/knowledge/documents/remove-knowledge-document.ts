import { knowledgeMoves } from './moves.ts'
import { moving } from '#platform/core/records/move-record.ts'
import type { KnowledgeDocument as DocumentModel } from '#prisma/generated/client.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { knowledgeDocumentRecord } from './record.ts'

/** Deletes a document's file, passages and words. Its record is kept. */
export const removeKnowledgeDocument = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, knowledgeDocumentRecord, removing)

export const removing = moving(knowledgeMoves, 'remove', {
  fields: async ({ id }: DocumentModel, tx) => {
    await deletePassages(tx, id)
    return { storageKey: null, removedAt: tx.now, ...WITHOUT_PASSAGES }
  },
  effects: (tx, _, { storageKey }) => {
    if (storageKey) tx.removeFiles([storageKey])
  },
})

/** Deletes all words first and in one statement, because a trigger counts them per statement. */
export const deletePassages = async (tx: Transaction, id: string): Promise<void> => {
  await tx.sql(DELETE_TERMS, [tx.tenantId, id])
  await tx.sql(DELETE_PASSAGES, [tx.tenantId, id])
}

/** The columns of a document whose passages have been deleted. */
export const WITHOUT_PASSAGES = {
  passagesRead: 0,
  passages: 0,
  words: 0,
  embeddingModel: null,
  passagesEmbedded: 0,
}

const DELETE_TERMS = `DELETE FROM knowledge_terms WHERE tenant_id = $1 AND document_id = $2`
const DELETE_PASSAGES = `DELETE FROM knowledge_passages WHERE tenant_id = $1 AND document_id = $2`
