import type { OutsideContext } from '#platform/core/context/context.ts'
import { embedText } from './embed-text.ts'
import type { QuestionVector } from './find-by-meaning.ts'
import type { QueryKnowledge } from './schemas.ts'

/** A question with its embedding, if an embedding model is available. */
export type EmbeddedQuestion = QueryKnowledge & { near?: QuestionVector | undefined }

/**
 * Embeds a question before the transaction. A question about a child is embedded only by a model that runs in
 * this process.
 */
export const embedQuestion = async (
  ctx: OutsideContext,
  asking: QueryKnowledge,
): Promise<EmbeddedQuestion> => {
  if (asking.childId !== undefined && !ctx.platform.embedder?.isLocal) return asking
  const near = await embedText(ctx, asking.question)
  return near ? { ...asking, near } : asking
}
