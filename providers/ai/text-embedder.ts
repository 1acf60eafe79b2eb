import type { EmbeddingsInterface } from '@langchain/core/embeddings'

/** Turns texts into vectors that are near where they mean the same. */
export interface TextEmbedder extends EmbeddingsInterface {
  /** Which model, of whom: vectors of different ones do not compare. */
  model: string
  /** Texts stay in the process. */
  isLocal: boolean
}

/** It did not answer; the work goes on without it, or is tried again. */
export class EmbedderUnavailableError extends Error {}
