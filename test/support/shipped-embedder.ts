import { sentenceModel } from '../../dev/sentence-model.ts'
import { createTextEmbedder } from '../../providers/ai/create-text-embedder.ts'
import type { TextEmbedder } from '../../providers/ai/text-embedder.ts'

/** The sentence model that the platform ships, fetched at its first use. The caller disposes of it. */
export const shippedEmbedder = async (): Promise<TextEmbedder> => {
  const said: string[] = []
  await sentenceModel({ log: (line) => said.push(line) })
  const embedder = createTextEmbedder('shipped', undefined)
  if (!embedder) throw new Error(said.join('\n'))
  return embedder
}
