import type { OutsideContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import type { TextEmbedder } from '#providers/ai/text-embedder.ts'

/**
 * The model whose vectors serve an assistant: the operator's, or the one before it (EMBEDDINGS_PREVIOUS) until
 * all documents of the assistant have vectors of the new one.
 */
export const servingEmbedder = async (
  ctx: OutsideContext,
  assistantId: string,
): Promise<TextEmbedder | undefined> => {
  const { embedder, previousEmbedder } = ctx.platform
  if (!embedder || !previousEmbedder) return embedder
  const [serving] = await read(ctx, 'knowledge:read', (reader) =>
    reader.sql(SERVED_BY_PREVIOUS, [
      reader.tenantId,
      assistantId,
      embedder.model,
      previousEmbedder.model,
    ]),
  )
  return serving ? previousEmbedder : embedder
}

const SERVED_BY_PREVIOUS = `
  SELECT d.id FROM knowledge_documents d
  WHERE d.tenant_id = $1 AND d.assistant_id = $2 AND d.status = 'READY'
    AND (d.embedding_model IS DISTINCT FROM $3 OR d.passages_embedded < d.passages_read)
    AND EXISTS (SELECT FROM knowledge_vectors v WHERE v.tenant_id = $1 AND v.assistant_id = $2 AND v.model = $4)
  LIMIT 1`
