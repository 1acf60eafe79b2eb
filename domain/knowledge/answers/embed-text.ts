import type { OutsideContext } from '#platform/core/context/context.ts'
import type { QuestionVector } from './find-by-meaning.ts'

/** Embeds a text with the operator's model. If no model is available, search uses only words. */
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
