import { createLocalEmbedder } from './local-embedder.ts'
import { createRemoteEmbedder } from './remote-embedder.ts'
import type { TextEmbedder } from './text-embedder.ts'

const LOCAL = 'local:'

/**
 * The model that EMBEDDINGS configures: `none`, `local:` and a directory, or the address of a service with
 * `?model=`.
 */
export const createTextEmbedder = (
  name: string,
  apiKey: string | undefined,
): TextEmbedder | undefined => {
  if (name === 'none') return undefined
  if (name.startsWith(LOCAL)) return createLocalEmbedder(name.slice(LOCAL.length))
  return createRemoteEmbedder(new URL(name), apiKey)
}
