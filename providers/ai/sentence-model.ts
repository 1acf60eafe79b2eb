import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { EmbeddingsInterface } from '@langchain/core/embeddings'
import { HuggingFaceTransformersEmbeddings } from '@langchain/community/embeddings/huggingface_transformers'
import { env } from '@huggingface/transformers'

/** The file of eight bits, without looking elsewhere. More threads would take the platform's processors. */
const OPTIONS = {
  dtype: 'q8',
  local_files_only: true,
  session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
}

/** What some models expect before a text, in the file of Sentence Transformers. */
interface Prompts {
  query?: string
  document?: string
}

/**
 * A sentence model in an eight-bit ONNX file with its tokenizer, in a directory with Hugging Face's layout
 * (`config.json`, `tokenizer.json`, `onnx/model_quantized.onnx`). Nothing is downloaded. Loading it takes
 * seconds and some 500 MB, so only embedding-process.ts does.
 */
export const openSentenceModel = async (directory: string): Promise<EmbeddingsInterface> => {
  env.allowRemoteModels = false
  env.localModelPath = path.dirname(directory)
  const { query = '', document = '' } = await promptsIn(directory)
  const embeddings = new HuggingFaceTransformersEmbeddings({
    model: path.basename(directory),
    pretrainedOptions: OPTIONS,
    stripNewLines: false,
    maxConcurrency: 1,
    maxRetries: 0,
  })
  return {
    embedQuery: (text) => embeddings.embedQuery(query + text),
    embedDocuments: (texts) => embeddings.embedDocuments(texts.map((text) => document + text)),
  }
}

const promptsIn = async (directory: string): Promise<Prompts> => {
  const file = path.join(directory, 'config_sentence_transformers.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? {} : ((JSON.parse(text) as { prompts?: Prompts }).prompts ?? {})
}
