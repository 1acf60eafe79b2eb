import type { TextEmbedder } from '#providers/ai/text-embedder.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { read, transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { takeTurn, type TurnEnd } from '#platform/core/workflow-kinds/take-turn.ts'
import { packed, signatureOf } from '../answers/vectors.ts'
import { loadKnowledgeDocument } from './queries.ts'

/** Passages per call of the model. */
const BATCH = 32

interface Embedding {
  id: string
  /** When aborted, stops between two batches. */
  signal?: AbortSignal
}

/**
 * Embeds passages of a document for one turn, continuing an earlier one, if the operator has configured an
 * embedding model. Until it is finished, the document is searched only by words, or by the vectors of the model
 * before ({@link servingEmbedder}).
 */
export const embedKnowledgeDocument = async (
  ctx: OutsideContext,
  { id, signal }: Embedding,
): Promise<TurnEnd> => {
  const { embedder } = ctx.platform
  return embedder ? takeTurn(() => embedNext(ctx, id, embedder), signal) : 'finished'
}

/** Returns false if all passages have a vector. */
const embedNext = async (
  ctx: OutsideContext,
  id: string,
  embedder: TextEmbedder,
): Promise<boolean> => {
  const passages = await nextPassages(ctx, id, embedder.model)
  if (passages.length === 0) return false
  const vectors = await embedder.embedDocuments(passages.map(({ text }) => text))
  const rows = passages.map(({ number }, index) => ({ number, vector: vectors[index] ?? [] }))
  await settle(ctx, { id, model: embedder.model, rows })
  return true
}

const nextPassages = (ctx: OutsideContext, id: string, model: string) =>
  read(ctx, 'knowledge:read', (reader) =>
    reader.sql<{ number: number; text: string }>(NEXT, [reader.tenantId, id, model, BATCH]),
  )

interface Embedded {
  id: string
  model: string
  rows: readonly { number: number; vector: readonly number[] }[]
}

const settle = (ctx: OutsideContext, { id, model, rows }: Embedded): Promise<void> =>
  transact(ctx, 'knowledge:write', async (tx) => {
    await lockRecord(tx, 'knowledge_documents', id)
    const before = await loadKnowledgeDocument(tx, id)
    const subject = { type: 'knowledgeDocument', id } as const
    // The document was removed or is being indexed again, so its passages have changed or are gone.
    if (before.status !== 'READY') return tx.nothingChanged(subject)
    await tx.sql(WRITE, [
      tx.tenantId,
      before.assistantId,
      model,
      id,
      rows.map(({ number }) => number),
      rows.map(({ vector }) => signatureOf(vector)),
      rows.map(({ vector }) => packed(vector)),
    ])
    const [{ embedded } = { embedded: 0 }] = await tx.sql<{ embedded: number }>(COUNT, [
      tx.tenantId,
      id,
      model,
    ])
    const after = await tx.db.knowledgeDocument.update({
      where: keyOf(tx, id),
      data: { embeddingModel: model, passagesEmbedded: embedded, ...touched(tx) },
    })
    if (embedded === before.passagesRead) await forgetOtherModels(tx, { ...before, model })
    tx.changed(subject, before, after)
  })

/**
 * Deletes the vectors of other models of the assistant, once all its documents have those of this one. Documents
 * that are completed at the same time wait for each other here, so the last one sees all of them.
 */
const forgetOtherModels = async (
  tx: Transaction,
  { assistantId, model }: { assistantId: string; model: string },
): Promise<void> => {
  await tx.sql(LOCK, [`knowledge_vectors ${tx.tenantId} ${assistantId}`])
  await tx.sql(DELETE_OTHERS, [tx.tenantId, assistantId, model])
}

// The text includes the passage's headings, because a passage alone often omits its subject.
const NEXT = `
  SELECT p.number, concat_ws(E'\\n', VARIADIC p.headings || p.text) AS text
  FROM knowledge_passages p JOIN knowledge_documents d ON d.tenant_id = p.tenant_id AND d.id = p.document_id
  WHERE p.tenant_id = $1 AND p.document_id = $2 AND d.status = 'READY' AND NOT EXISTS (
    SELECT FROM knowledge_vectors v WHERE v.tenant_id = $1 AND v.document_id = $2 AND v.number = p.number AND v.model = $3)
  ORDER BY p.number LIMIT $4`

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`

// Two conditions for a range of the index each: vectors of the model itself are not read.
const DELETE_OTHERS = `
  DELETE FROM knowledge_vectors v
  WHERE v.tenant_id = $1 AND v.assistant_id = $2 AND (v.model < $3 OR v.model > $3)
    AND NOT EXISTS (SELECT FROM knowledge_documents d
      WHERE d.tenant_id = $1 AND d.assistant_id = $2 AND d.status = 'READY'
        AND (d.embedding_model IS DISTINCT FROM $3 OR d.passages_embedded < d.passages_read))`

const WRITE = `
  INSERT INTO knowledge_vectors (tenant_id, assistant_id, model, document_id, number, signature, vector)
  SELECT $1, $2, $3, $4, r.number, r.signature::bit varying, r.vector
  FROM unnest($5::int[], $6::text[], $7::bytea[]) AS r(number, signature, vector)
  ON CONFLICT DO NOTHING`

const COUNT = `SELECT count(*)::int AS embedded FROM knowledge_vectors WHERE tenant_id = $1 AND document_id = $2 AND model = $3`
