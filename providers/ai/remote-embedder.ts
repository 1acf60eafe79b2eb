import type { TextEmbedder } from './text-embedder.ts'

const TIMEOUT_MS = 20_000
const RETRIES = 2
const BATCH = 64
/** The client requires a key, so this one is sent to services that need none. */
const NO_KEY = 'none'

/** A service with OpenAI's interface at `https://host/v1?model=name`, such as Ollama, vLLM or Azure. */
export const createRemoteEmbedder = (address: URL, apiKey: string | undefined): TextEmbedder => {
  const model = address.searchParams.get('model') ?? ''
  const baseURL = `${address.origin}${address.pathname}`.replace(/\/$/, '')
  const open = async () => {
    const { OpenAIEmbeddings } = await import('@langchain/openai')
    return new OpenAIEmbeddings({
      model,
      apiKey: apiKey ?? NO_KEY,
      batchSize: BATCH,
      timeout: TIMEOUT_MS,
      maxRetries: RETRIES,
      encodingFormat: 'float',
      configuration: { baseURL },
    })
  }
  let opened: ReturnType<typeof open> | undefined
  const embeddings = () => (opened ??= open())
  return {
    model: `${model}@${address.host}`,
    isLocal: false,
    embedDocuments: async (texts) => (await embeddings()).embedDocuments(texts),
    embedQuery: async (text) => (await embeddings()).embedQuery(text),
  }
}
