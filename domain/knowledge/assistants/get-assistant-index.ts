import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadAssistant } from './queries.ts'
import type { AssistantIndex } from './schemas.ts'

const LOST =
  'The platform has no embedding model, so passages are found only by the words of a question: not by synonyms, and not in another language. The operator can set EMBEDDINGS.'

interface Counts {
  documents: number
  documentsEmbedded: number
  passages: number
  passagesEmbedded: number
}

/** How an assistant's documents are searched, and how far the embedding of their passages is. */
export const getAssistantIndex = (ctx: Context, { id }: { id: string }): Promise<AssistantIndex> =>
  read(ctx, 'assistants:read', async (reader) => {
    const { embeddingModel } = ctx.platform
    await loadAssistant(reader, id)
    const [counts] = await reader.sql<Counts>(COUNTS, [reader.tenantId, id, embeddingModel])
    return {
      assistantId: id,
      embeddingModel,
      limitation: embeddingModel === null ? LOST : null,
      ...counts!,
    }
  })

const COUNTS = `
  SELECT count(*)::int AS documents,
    (count(*) FILTER (WHERE embedding_model = $3 AND passages_embedded = passages_read))::int AS "documentsEmbedded",
    COALESCE(sum(passages), 0)::int AS passages,
    COALESCE(sum(passages_embedded) FILTER (WHERE embedding_model = $3), 0)::int AS "passagesEmbedded"
  FROM knowledge_documents WHERE tenant_id = $1 AND assistant_id = $2 AND status = 'READY'`
