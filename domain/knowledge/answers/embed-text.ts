import type { OutsideContext } from '#platform/core/context/context.ts'
import type { QuestionVector } from './find-by-meaning.ts'

/** Embeds a text with a model, by default the operator's. If none is available, search uses only words. */
export const embedText = async (
  { platform }: OutsideContext,
  text: string,
  embedder = platform.embedder,
): Promise<QuestionVector | undefined> => {
  if (!embedder) return undefined
  try {
    return { model: embedder.model, vector: await embedder.embedQuery(text) }
  } catch (error) {
    platform.effectFailed(error)
    return undefined
  }
}
