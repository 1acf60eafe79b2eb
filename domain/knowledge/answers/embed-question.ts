import type { OutsideContext } from '#platform/core/context.ts'
import type { QuestionVector } from './find-by-meaning.ts'
import type { QueryKnowledge } from './schemas.ts'

/** A question with what it means, where an embedding model says so. */
export type EmbeddedQuestion = QueryKnowledge & { near?: QuestionVector | undefined }

/**
 * Asks the operator's model what a question means, before the transaction. Without one, or while it is away, words
 * have to do; as they have for a question about a child, which leaves the process for no embedding.
 */
export const embedQuestion = async (
  { platform }: OutsideContext,
  asking: QueryKnowledge,
): Promise<EmbeddedQuestion> => {
  const { embedder } = platform
  if (!embedder || (asking.childId !== undefined && !embedder.isLocal)) return asking
  try {
    const vector = await embedder.embedQuery(asking.question)
    return { ...asking, near: { model: embedder.model, vector } }
  } catch (error) {
    platform.effectFailed(error)
    return asking
  }
}
