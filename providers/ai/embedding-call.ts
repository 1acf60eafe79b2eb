/** A message to the process of a sentence model. */
export interface EmbeddingCall {
  id: number
  kind: 'query' | 'documents'
  texts: readonly string[]
}

/** Its answer: a vector for each text, or why there is none. */
export type EmbeddingAnswer = { id: number } & ({ vectors: Float32Array[] } | { failure: string })
