import { ChatAnthropic } from '@langchain/anthropic'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatOpenAI } from '@langchain/openai'
import type { ChatRequest } from './chat-models.ts'
import { silentTracer } from './silent-tracer.ts'

/** Sent to servers that require no key: without one, the libraries use the key of the environment. */
const NO_KEY = 'none'

/**
 * The model in LangChain's interface. Nothing is logged or traced, because it would contain people's questions. The
 * libraries take seconds and 100 MB to load: import this only when a model is called.
 */
export const openModel = (request: ChatRequest, fetch: typeof globalThis.fetch): BaseChatModel => {
  const { provider, baseUrl, model, key, maxTokens, temperature, timeoutMs } = request
  const common = {
    model,
    maxTokens,
    maxRetries: 0,
    streaming: true,
    callbacks: [silentTracer()],
    ...(temperature !== null && { temperature }),
  }
  if (provider === 'ANTHROPIC')
    return new ChatAnthropic({
      ...common,
      apiKey: key ?? NO_KEY,
      anthropicApiUrl: baseUrl,
      clientOptions: { fetch, timeout: timeoutMs, maxRetries: 0, logLevel: 'off' },
    })
  return new ChatOpenAI({
    ...common,
    apiKey: key ?? NO_KEY,
    useResponsesApi: false,
    timeout: timeoutMs,
    configuration: {
      baseURL: baseUrl,
      fetch,
      maxRetries: 0,
      organization: null,
      project: null,
      logLevel: 'off',
    },
  })
}
