import path from 'node:path'
import { Embeddings } from '@langchain/core/embeddings'
import { EmbedderUnavailableError, type TextEmbedder } from './text-embedder.ts'

/** Texts of one run of the model: more need memory and save no time. */
const BATCH = 16

/** What of `@huggingface/transformers` is used. It is not installed with the platform. */
interface Transformers {
  env: { allowRemoteModels: boolean; localModelPath: string }
  pipeline: (
    task: 'feature-extraction',
    model: string,
    options: { dtype: 'q8' },
  ) => Promise<
    (
      texts: string[],
      options: { pooling: 'mean'; normalize: true },
    ) => Promise<{ tolist: () => number[][] }>
  >
}
type Extract = Awaited<ReturnType<Transformers['pipeline']>>

/**
 * A sentence model in this process: an ONNX file in eight bits with its tokenizer, in a directory as Hugging Face
 * lays it out (`config.json`, `tokenizer.json`, `onnx/model_quantized.onnx`). Nothing is downloaded.
 */
class LocalEmbeddings extends Embeddings implements TextEmbedder {
  readonly model: string
  readonly isLocal = true
  readonly #directory: string
  #extract: Promise<Extract> | undefined

  constructor(directory: string) {
    super({})
    this.#directory = path.resolve(directory)
    this.model = `local:${path.basename(this.#directory)}`
  }

  async embedDocuments(texts: string[]): Promise<number[][]> {
    const extract = await (this.#extract ??= this.#load())
    const vectors: number[][] = []
    for (let from = 0; from < texts.length; from += BATCH) {
      const batch = texts.slice(from, from + BATCH)
      const output = await extract(batch, { pooling: 'mean', normalize: true })
      vectors.push(...output.tolist())
    }
    return vectors
  }

  async embedQuery(text: string): Promise<number[]> {
    const [vector = []] = await this.embedDocuments([text])
    return vector
  }

  async #load(): Promise<Extract> {
    try {
      const { env, pipeline } = (await import(PACKAGE)) as Transformers
      env.allowRemoteModels = false
      env.localModelPath = path.dirname(this.#directory)
      return await pipeline('feature-extraction', path.basename(this.#directory), { dtype: 'q8' })
    } catch (error) {
      this.#extract = undefined
      throw new EmbedderUnavailableError(
        `EMBEDDINGS: no model can be loaded from ${this.#directory}. Install ${PACKAGE}, and put config.json, tokenizer.json and onnx/model_quantized.onnx there`,
        { cause: error },
      )
    }
  }
}

const PACKAGE: string = '@huggingface/transformers'

export const createLocalEmbedder = (directory: string): TextEmbedder =>
  new LocalEmbeddings(directory)
