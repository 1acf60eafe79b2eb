import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { awaitAllCallbacks } from '@langchain/core/callbacks/promises'
import { RunnableLambda } from '@langchain/core/runnables'
import type { DocumentInterface } from '@langchain/core/documents'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AssistantRetriever } from '#knowledge/langchain/assistant-retriever.ts'
import { AssistantStore } from '#knowledge/langchain/assistant-store.ts'
import { embedKnowledgeDocument } from '#knowledge/documents/embed-knowledge-document.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createTextEmbedder } from '../../../providers/ai/create-text-embedder.ts'
import { EmbedderUnavailableError } from '../../../providers/ai/text-embedder.ts'
import { startEmbeddingsServer } from '../../ai/embeddings-server.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { openAssistant, type OpenAssistant } from '../support.ts'

let server: Awaited<ReturnType<typeof startEmbeddingsServer>>
let api: TestApi
let centre: ApiClient
let assistant: OpenAssistant
let neighbour: OpenAssistant

const ANIMALS = { name: 'animals.md', contents: '# Animals\n\nA guide dog may come in.' }
const FEES = { name: 'fees.txt', contents: 'The fee for a late cancellation is 25 EUR.' }

const filled = async (of: ApiClient) => {
  const opened = await openAssistant(api, of)
  for (const { id } of await opened.upload(ANIMALS, FEES))
    await embedKnowledgeDocument(opened.ctx, { id })
  return opened
}

beforeAll(async () => {
  server = await startEmbeddingsServer()
  api = await startApi({ embedder: createTextEmbedder(server.url, 'secret')! })
  centre = await api.createTenant()
  assistant = await filled(centre)
  neighbour = await filled(await api.createTenant())
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const titlesOf = (documents: readonly DocumentInterface[]) =>
  documents.map(({ metadata }) => String(metadata['title']))

test('a vector store finds passages by meaning, with their places', async () => {
  const store = new AssistantStore(assistant.ctx, assistant.assistantId)
  const [[document, score] = [], [, lower] = []] = await store.similaritySearchWithScore('puppy', 5)
  expect(document).toMatchObject({
    pageContent: 'A guide dog may come in.',
    metadata: { title: 'animals.md', headings: ['Animals'], edition: 1, page: null, score },
  })
  const { start, end } = document!.metadata as { start: number; end: number }
  expect(end - start).toBe(document!.pageContent.length)
  expect(score).toBeGreaterThan(lower!)
  expect(await store.similaritySearch('puppy', 1)).toHaveLength(1)
})

test('a store takes filters, and nothing is written through it', async () => {
  const store = new AssistantStore(assistant.ctx, assistant.assistantId)
  const { data } = (
    await centre.get<{ data: { id: string; name: string }[] }>(
      `/v1/ai/knowledge/documents?assistantId=${assistant.assistantId}`,
    )
  ).body
  const fees = data.find(({ name }) => name === FEES.name)!
  expect(titlesOf(await store.similaritySearch('puppy', 5, { documentIds: [fees.id] }))).toEqual([
    FEES.name,
  ])
  await expect(store.addDocuments()).rejects.toThrow('POST /v1/ai/knowledge')
  await expect(store.addVectors()).rejects.toThrow('POST /v1/ai/knowledge')
})

test('a chain retrieves passages, and a context reads nothing of another centre', async () => {
  const retriever = new AssistantRetriever(assistant.ctx, assistant.assistantId)
  const titles = RunnableLambda.from((documents: DocumentInterface[]) => titlesOf(documents))
  const chain = retriever.pipe(titles)
  expect((await chain.invoke('What about a puppy?'))[0]).toBe(ANIMALS.name)
  const ofStore = new AssistantStore(assistant.ctx, assistant.assistantId).asRetriever(1)
  expect(await ofStore.pipe(titles).invoke('What about a puppy?')).toEqual([ANIMALS.name])

  const elsewhere = neighbour.assistantId
  const foreign = [
    new AssistantRetriever(assistant.ctx, elsewhere),
    new AssistantStore(assistant.ctx, elsewhere).asRetriever(),
  ]
  for (const it of foreign)
    await expect(it.invoke('puppy')).rejects.toMatchObject({ code: 'invalid_reference' })
})

test('without an embedding model there is no store, and the retriever finds by words', async () => {
  const { embedder: _, ...platform } = api.services.platform
  const ctx = systemContext(platform, { tenantId: centre.tenantId, action: 'test' })
  expect(() => new AssistantStore(ctx, assistant.assistantId)).toThrow(EmbedderUnavailableError)
  const retriever = new AssistantRetriever(ctx, assistant.assistantId)
  expect(titlesOf(await retriever.invoke('What is the fee for a late cancellation?'))).toEqual([
    FEES.name,
  ])
})

test("questions are not sent to LangSmith even if LangSmith's variables are set", async () => {
  let traces = 0
  const langSmith = createServer((request, response) => {
    traces += 1
    request.resume()
    response.writeHead(202, { 'content-type': 'application/json' }).end('{}')
  })
  langSmith.listen(0, '127.0.0.1')
  await once(langSmith, 'listening')
  const { port } = langSmith.address() as AddressInfo
  vi.stubEnv('LANGSMITH_TRACING', 'true')
  vi.stubEnv('LANGSMITH_API_KEY', 'ls-key')
  vi.stubEnv('LANGSMITH_ENDPOINT', `http://127.0.0.1:${port}`)
  try {
    await new AssistantRetriever(assistant.ctx, assistant.assistantId).invoke('puppy')
    await new AssistantStore(assistant.ctx, assistant.assistantId).asRetriever().invoke('puppy')
    await awaitAllCallbacks()
    expect(traces).toBe(0)
  } finally {
    vi.unstubAllEnvs()
    langSmith.closeAllConnections()
    langSmith.close()
  }
})
