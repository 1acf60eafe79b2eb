import type { KnowledgeDocument as DocumentModel } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord, inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { assertStoredInTime } from '#platform/files/new-file-key.ts'
import { toKnowledgeDocument, type KnowledgeDocument, type UploadKnowledge } from './schemas.ts'
import { knowledgeIngestionWorkflow } from './workflows.ts'

/**
 * Records stored files, which a worker then reads and indexes. Uploading the same file again creates no second
 * document.
 */
export const uploadKnowledge = (
  ctx: Context,
  { assistantId, replacesId, files }: UploadKnowledge,
): Promise<{ data: KnowledgeDocument[] }> =>
  transact(ctx, 'knowledge:write', async (tx) => {
    await assertReferences(tx, 'assistant', { assistantId })
    // Uploads for one assistant are serialized, so that each sees the earlier ones.
    await lockRecord(tx, 'assistants', assistantId)
    const replaced = replacesId ? await loadReplaced(tx, { assistantId, replacesId, files }) : null
    const documents: DocumentModel[] = []
    for (const file of files) {
      assertStoredInTime(file.startedAt, tx.now)
      const known = await findSame(tx, assistantId, file.sha256)
      if (known) {
        tx.removeFiles([file.storageKey])
        tx.nothingChanged({ type: 'knowledgeDocument', id: known.id })
        documents.push(known)
        continue
      }
      const { id, name, format, sizeBytes, sha256, storageKey } = file
      const row = await tx.db.knowledgeDocument.create({
        data: {
          ...freshRecord(tx, id),
          assistantId,
          name,
          format,
          sizeBytes,
          sha256,
          storageKey,
          edition: (replaced?.edition ?? 0) + 1,
          replacesId: replaced?.id ?? null,
          labels: replaced?.labels ?? [],
          status: 'RECEIVED',
          createdBy: tx.actor.id,
        },
      })
      tx.created({ type: 'knowledgeDocument', id }, row)
      tx.start(knowledgeIngestionWorkflow, id)
      documents.push(row)
    }
    return { data: documents.map(toKnowledgeDocument) }
  })

const findSame = ({ db, tenantId }: Transaction, assistantId: string, sha256: string) =>
  db.knowledgeDocument.findFirst({
    where: { tenantId, assistantId, sha256, status: { notIn: ['FAILED', 'REMOVED'] } },
  })

const loadReplaced = async (
  tx: Transaction,
  { assistantId, replacesId, files }: Required<UploadKnowledge>,
): Promise<DocumentModel> => {
  if (files.length > 1)
    throw invalid('files', 'too_many', 'Only one file can replace a document. Send a single file.')
  const replaced = await tx.db.knowledgeDocument.findFirst({ where: inTenant(tx, replacesId) })
  if (!replaced || replaced.assistantId !== assistantId || replaced.status === 'REMOVED')
    throw invalidReference('replacesId', 'document of the assistant')
  return replaced
}
