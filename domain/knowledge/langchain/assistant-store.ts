import type { Document } from '@langchain/core/documents'
import {
  VectorStore,
  type VectorStoreRetriever,
  type VectorStoreRetrieverInput,
} from '@langchain/core/vectorstores'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { EmbedderUnavailableError, type TextEmbedder } from '#providers/ai/text-embedder.ts'
import { silentTracer } from '#providers/ai/silent-tracer.ts'
import type { SearchKnowledge } from '../answers/schemas.ts'
import { nearestPassages } from './nearest-passages.ts'
import { passageDocument, type PassageMetadata } from './passage-document.ts'

/** Selects documents of the assistant. */
export type StoreFilter = Omit<SearchKnowledge, 'assistantId' | 'question'>

/**
 * The documents of an assistant as LangChain's vector store. It reads with the rights of its context. Documents
 * are added by uploading their files, because a quote needs its page and its place in the text.
 */
export class AssistantStore extends VectorStore {
  override FilterType: StoreFilter = {}
  readonly #ctx: OutsideContext
  readonly #embedder: TextEmbedder
  readonly #assistantId: string

  /** @throws EmbedderUnavailableError without an embedding model */
  constructor(ctx: OutsideContext, assistantId: string) {
    const { embedder } = ctx.platform
    if (!embedder)
      throw new EmbedderUnavailableError(
        'A vector store needs an embedding model. Set EMBEDDINGS, or use AssistantRetriever, which searches by words too.',
      )
    super(embedder, {})
    this.#ctx = ctx
    this.#embedder = embedder
    this.#assistantId = assistantId
  }

  override _vectorstoreType(): string {
    return 'therapy-care'
  }

  override async similaritySearchVectorWithScore(
    vector: number[],
    k: number,
    filter: StoreFilter = {},
  ): Promise<[Document<PassageMetadata>, number][]> {
    const passages = await nearestPassages(this.#ctx, {
      ...filter,
      assistantId: this.#assistantId,
      near: { model: this.#embedder.model, vector },
      limit: k,
    })
    return passages.map((passage) => [passageDocument(passage), passage.score])
  }

  override asRetriever(
    kOrFields?: number | Partial<VectorStoreRetrieverInput<this>>,
    filter?: StoreFilter,
  ): VectorStoreRetriever<this> {
    const retriever = super.asRetriever(kOrFields, filter)
    retriever.callbacks = [silentTracer()]
    return retriever
  }

  override addVectors(): Promise<never> {
    return Promise.reject(new Error(READ_ONLY))
  }

  override addDocuments(): Promise<never> {
    return Promise.reject(new Error(READ_ONLY))
  }
}

const READ_ONLY =
  'Documents are added by uploading their files: POST /v1/ai/knowledge. They are removed with POST /v1/ai/knowledge/documents/{id}/remove.'
