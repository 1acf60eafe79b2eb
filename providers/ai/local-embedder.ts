import path from 'node:path'
import type { EmbeddingsInterface } from '@langchain/core/embeddings'
import { EmbedderUnavailableError, type TextEmbedder } from './text-embedder.ts'

/** Texts per run of the model: more need memory and save no time. */
const BATCH = 16

/** The settings of `@huggingface/transformers`, which is not installed with the platform. */
interface Transformers {
  env: { allowRemoteModels: boolean; localModelPath: string }
}

/** A variable rather than a literal, so that the compiler does not look for the package. */
const PACKAGE: string = '@huggingface/transformers'

/**
 * A sentence model in this process: an eight-bit ONNX file with its tokenizer, in a directory with Hugging
 * Face's layout (`config.json`, `tokenizer.json`, `onnx/model_quantized.onnx`). Nothing is downloaded.
 */
class LocalEmbedder implements TextEmbedder {
  readonly model: string
  readonly isLocal = true
  readonly #directory: string
  #embeddings: Promise<EmbeddingsInterface> | undefined

  constructor(directory: string) {
    this.#directory = path.resolve(directory)
    this.model = `local:${path.basename(this.#directory)}`
  }

  embedDocuments(texts: string[]): Promise<number[][]> {
    return this.#use((embeddings) => embeddings.embedDocuments(texts))
  }

  embedQuery(text: string): Promise<number[]> {
    return this.#use((embeddings) => embeddings.embedQuery(text))
  }

  async #use<T>(embed: (embeddings: EmbeddingsInterface) => Promise<T>): Promise<T> {
    try {
      return await embed(await (this.#embeddings ??= open(this.#directory)))
    } catch (error) {
      // LangChain's class keeps a failed load for ever, so the next call creates a new instance.
      this.#embeddings = undefined
      throw new EmbedderUnavailableError(
        `EMBEDDINGS: the model in ${this.#directory} cannot be used. Install ${PACKAGE}, and put config.json, tokenizer.json and onnx/model_quantized.onnx there`,
        { cause: error },
      )
    }
  }
}

const open = async (directory: string): Promise<EmbeddingsInterface> => {
  const { env } = (await import(PACKAGE)) as Transformers
  env.allowRemoteModels = false
  env.localModelPath = path.dirname(directory)
  const { HuggingFaceTransformersEmbeddings } =
    await import('@langchain/community/embeddings/huggingface_transformers')
  const embeddings = new HuggingFaceTransformersEmbeddings({
    model: path.basename(directory),
    pretrainedOptions: { dtype: 'q8' },
    stripNewLines: false,
    maxConcurrency: 1,
    maxRetries: 0,
  })
  // The constructor ignores this option.
  embeddings.batchSize = BATCH
  return embeddings
}

export const createLocalEmbedder = (directory: string): TextEmbedder => new LocalEmbedder(directory)
