import { BaseRetriever } from '@langchain/core/retrievers'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { silentTracer } from '#providers/ai/silent-tracer.ts'
import { embedQuestion } from '../answers/embed-question.ts'
import { searchKnowledge } from '../answers/search-knowledge.ts'
import { passageDocument, type PassageDocument, type PassageMetadata } from './passage-document.ts'
import type { StoreFilter } from './assistant-store.ts'

/**
 * Finds passages as `POST /v1/ai/knowledge/search` does: by words and, with an embedding model, by meaning. It
 * reads with the rights of its context, and only the documents of its assistant.
 */
export class AssistantRetriever extends BaseRetriever<PassageMetadata> {
  lc_namespace = ['therapy_care', 'retrievers']
  readonly #ctx: OutsideContext
  readonly #asked: StoreFilter & { assistantId: string }

  constructor(ctx: OutsideContext, assistantId: string, filter: StoreFilter = {}) {
    super({ callbacks: [silentTracer()] })
    this.#ctx = ctx
    this.#asked = { ...filter, assistantId }
  }

  override async _getRelevantDocuments(question: string): Promise<PassageDocument[]> {
    const asked = await embedQuestion(this.#ctx, { ...this.#asked, question })
    const { passages } = await searchKnowledge(this.#ctx, asked)
    return passages.map(passageDocument)
  }
}
