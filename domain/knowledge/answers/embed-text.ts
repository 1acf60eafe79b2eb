import type { OutsideContext } from '#platform/core/context/context.ts'
import type { QuestionVector } from './find-by-meaning.ts'

/** Asks the operator's model what a text means; without one, or while it is away, words have to do. */
export const embedText = async (
  { platform }: OutsideContext,
  text: string,
): Promise<QuestionVector | undefined> => {
  const { embedder } = platform
  if (!embedder) return undefined
  try {
    return { model: embedder.model, vector: await embedder.embedQuery(text) }
  } catch (error) {
    platform.effectFailed(error)
    return undefined
  }
}
