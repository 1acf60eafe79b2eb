/** The process of a sentence model. It answers the calls of local-embedder.ts one after the other. */
import { setPriority } from 'node:os'
import type { EmbeddingsInterface } from '@langchain/core/embeddings'
import type { EmbeddingAnswer, EmbeddingCall } from './embedding-call.ts'
import { openSentenceModel } from './sentence-model.ts'

/** Embedding documents takes a processor for minutes, and must delay nobody. */
const NICENESS = 10

const [, , directory = ''] = process.argv
const waiting: EmbeddingCall[] = []
let model: EmbeddingsInterface | undefined
let working = false

process.on('disconnect', () => process.exit())
process.on('message', (call: EmbeddingCall) => {
  // A person waits for the vector of a question.
  if (call.kind === 'query') waiting.unshift(call)
  else waiting.push(call)
  if (!working) void work()
})

const work = async (): Promise<void> => {
  working = true
  for (let call = waiting.shift(); call; call = waiting.shift()) process.send!(await answer(call))
  working = false
}

const answer = async ({ id, kind, texts }: EmbeddingCall): Promise<EmbeddingAnswer> => {
  try {
    if (kind === 'documents') setPriority(NICENESS)
    model ??= await openSentenceModel(directory)
    const vectors =
      kind === 'query'
        ? await Promise.all(texts.map((text) => model!.embedQuery(text)))
        : await model.embedDocuments([...texts])
    return { id, vectors: vectors.map((vector) => Float32Array.from(vector)) }
  } catch (error) {
    // LangChain's class keeps a failed load for ever, so the next call opens the model again.
    model = undefined
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}
