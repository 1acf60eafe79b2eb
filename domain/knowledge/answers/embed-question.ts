import type { OutsideContext } from '#platform/core/context/context.ts'
import { embedText } from './embed-text.ts'
import type { QuestionVector } from './find-by-meaning.ts'
import type { QueryKnowledge } from './schemas.ts'

/** A question with what it means, where an embedding model says so. */
export type EmbeddedQuestion = QueryKnowledge & { near?: QuestionVector | undefined }

/** Asks what a question means, before the transaction. A question about a child leaves the process for no embedding. */
export const embedQuestion = async (
  ctx: OutsideContext,
  asking: QueryKnowledge,
): Promise<EmbeddedQuestion> => {
  if (asking.childId !== undefined && !ctx.platform.embedder?.isLocal) return asking
  const near = await embedText(ctx, asking.question)
  return near ? { ...asking, near } : asking
}
