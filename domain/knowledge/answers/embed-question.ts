import type { OutsideContext } from '#platform/core/context/context.ts'
import { embedText } from './embed-text.ts'
import type { QuestionVector } from './find-by-meaning.ts'
import type { QueryKnowledge } from './schemas.ts'
import { servingEmbedder } from './serving-embedder.ts'

/** A question with its embedding, if an embedding model is available. */
export type EmbeddedQuestion = QueryKnowledge & { near?: QuestionVector | undefined }

/**
 * Embeds a question before the transaction. A question about a child is embedded only by a model that runs on
 * this machine.
 */
export const embedQuestion = async (
  ctx: OutsideContext,
  asking: QueryKnowledge,
): Promise<EmbeddedQuestion> => {
  const embedder = await servingEmbedder(ctx, asking.assistantId)
  if (asking.childId !== undefined && !embedder?.isLocal) return asking
  const near = await embedText(ctx, asking.question, embedder)
  return near ? { ...asking, near } : asking
}
