import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { awaitAllCallbacks } from '@langchain/core/callbacks/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createChatModels } from '#providers/ai/create-chat-models.ts'
import type { ChatRequest, ModelProvider } from '#providers/ai/chat-models.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'

let models: ModelServer
/** Replaces LangSmith and counts what it receives. */
let traces = 0
const langSmith = createServer((request, response) => {
  traces += 1
  request.resume()
  response.writeHead(202, { 'content-type': 'application/json' }).end('{}')
})

beforeAll(async () => {
  models = await startModelServer()
  langSmith.listen(0, '127.0.0.1')
  await once(langSmith, 'listening')
  const { port } = langSmith.address() as AddressInfo
  for (const prefix of ['LANGSMITH', 'LANGCHAIN']) {
    vi.stubEnv(`${prefix}_TRACING`, 'true')
    vi.stubEnv(`${prefix}_TRACING_V2`, 'true')
    vi.stubEnv(`${prefix}_API_KEY`, 'ls-key')
    vi.stubEnv(`${prefix}_ENDPOINT`, `http://127.0.0.1:${port}`)
  }
})
afterAll(async () => {
  vi.unstubAllEnvs()
  langSmith.closeAllConnections()
  langSmith.close()
  await models[Symbol.asyncDispose]()
})

const requestTo = (provider: ModelProvider): ChatRequest => ({
  provider,
  baseUrl: provider === 'ANTHROPIC' ? models.origin : models.url,
  model: 'scripted',
  key: null,
  timeoutMs: 60_000,
  maxTokens: 100,
  temperature: null,
  system: 'You answer.',
  messages: [{ role: 'USER', text: 'Who is Ada?' }],
})

describe.each(['OPENAI_COMPATIBLE', 'ANTHROPIC'] as const)(
  'a model called through %s',
  (provider) => {
    test('sends nothing to LangSmith even if its variables are set', async () => {
      traces = 0
      const { failure } = await createChatModels({
        hosts: [models.host],
        allowedRanges: ['127.0.0.0/8'],
        now: () => new Date(),
      }).ask(requestTo(provider))
      expect(failure).toBeNull()
      await awaitAllCallbacks()
      expect(traces).toBe(0)
    })
  },
)

test("would send prompts to LangSmith without the platform's settings", async () => {
  traces = 0
  const { ChatOpenAI } = await import('@langchain/openai')
  const configuration = { baseURL: models.url }
  const model = new ChatOpenAI({ model: 'scripted', apiKey: 'none', configuration })
  for await (const _ of await model.stream('Who is Ada?'));
  await awaitAllCallbacks()
  await expect.poll(() => traces).toBeGreaterThan(0)
})
