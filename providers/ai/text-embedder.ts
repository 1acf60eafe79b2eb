import type { EmbeddingsInterface } from '@langchain/core/embeddings'

/** Turns texts into vectors that are close if the texts have a similar meaning. */
export interface TextEmbedder extends EmbeddingsInterface, Partial<AsyncDisposable> {
  /** The model and its provider. Vectors of different models cannot be compared. */
  model: string
  /** Whether texts stay on this machine. */
  isLocal: boolean
}

/** The embedder did not respond. The work continues without it or is retried. */
export class EmbedderUnavailableError extends Error {}
