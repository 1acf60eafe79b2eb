import { createLocalEmbedder } from './local-embedder.ts'
import { createRemoteEmbedder } from './remote-embedder.ts'
import { isModelShipped, shippedModelFolder } from './shipped-model.ts'
import type { TextEmbedder } from './text-embedder.ts'

const LOCAL = 'local:'

/**
 * The model that EMBEDDINGS configures: `shipped`, `none`, `local:` and a directory, or the address of a
 * service with `?model=`. Undefined for `none`, and for `shipped` on a machine that does not have it.
 */
export const createTextEmbedder = (
  name: string,
  apiKey: string | undefined,
): TextEmbedder | undefined => {
  if (name === 'none') return undefined
  if (name === 'shipped')
    return isModelShipped() ? createLocalEmbedder(shippedModelFolder()) : undefined
  if (name.startsWith(LOCAL)) return createLocalEmbedder(name.slice(LOCAL.length))
  return createRemoteEmbedder(new URL(name), apiKey)
}
