import { afterAll, beforeAll, expect, test } from 'vitest'
import { embedQuestion } from '#knowledge/answers/embed-question.ts'
import type { AssistantIndex } from '#knowledge/assistants/schemas.ts'
import { embedKnowledgeDocument } from '#knowledge/documents/embed-knowledge-document.ts'
import { embedStaleDocuments } from '#knowledge/documents/embed-stale-documents.ts'
import { MINUTE_MS } from '#platform/core/time/time.ts'
import type { TextEmbedder } from '../../../providers/ai/text-embedder.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { openAssistant, type OpenAssistant } from '../support.ts'

/** More than one batch of passages. */
const LONG = Array.from({ length: 100 }, (_, n) => `# Part ${n}\n\nRule ${n} is kept.`).join('\n\n')

let calls = 0
const modelNamed = (model: string): TextEmbedder => ({
  model,
  isLocal: true,
  embedDocuments: (texts) => {
    calls += 1
    return Promise.resolve(texts.map(() => [1, 0.5]))
  },
  embedQuery: () => Promise.resolve([1, 0.5]),
})

let api: TestApi
let centre: ApiClient
let assistant: OpenAssistant

beforeAll(async () => {
  api = await startApi({ embedder: modelNamed('old') })
  centre = await api.createTenant()
  assistant = await openAssistant(api, centre)
  const documents = await assistant.upload(
    { name: 'long.md', contents: LONG },
    { name: 'fees.txt', contents: 'The fee for a late cancellation is 25 EUR.' },
  )
  for (const { id } of documents) await embedKnowledgeDocument(assistant.ctx, { id })
  api.clock.advance(60 * MINUTE_MS)
})

afterAll(() => api[Symbol.asyncDispose]())

/** The platform after its operator has changed the model. */
const changed = () => ({
  ...api.services.platform,
  embedder: modelNamed('new'),
  previousEmbedder: modelNamed('old'),
})
const indexOf = async () =>
  (await centre.get<AssistantIndex>(`/v1/ai/assistants/${assistant.assistantId}/index`)).body
const vectors = () =>
  api.query<{ model: string; count: number }>(
    `SELECT model, count(*)::int AS count FROM knowledge_vectors WHERE assistant_id = $1 GROUP BY 1 ORDER BY 1`,
    [assistant.assistantId],
  )
const askedOf = async () => {
  const ctx = { ...assistant.ctx, platform: changed() }
  const asked = { assistantId: assistant.assistantId, question: 'Which rule is kept?' }
  return (await embedQuestion(ctx, asked)).near?.model
}

test('the index shows the model and the progress', async () => {
  expect(await indexOf()).toEqual({
    assistantId: assistant.assistantId,
    embeddingModel: 'old',
    limitation: null,
    documents: 2,
    documentsEmbedded: 2,
    passages: 101,
    passagesEmbedded: 101,
  })
})

test('documents are embedded again after a change of the model, and the old vectors serve meanwhile', async () => {
  expect(await askedOf()).toBe('old')
  for (let stops = 1; stops <= 10; stops += 1) {
    const stopped = new AbortController()
    calls = 0
    const platform = changed()
    const { embedder } = platform
    const stopping: TextEmbedder = {
      ...embedder,
      embedDocuments: (texts) => {
        stopped.abort(new Error('killed'))
        return embedder.embedDocuments(texts)
      },
    }
    await embedStaleDocuments(
      { ...platform, embedder: stopping },
      { signal: stopped.signal },
    ).catch((error: unknown) => expect(error).toMatchObject({ message: 'killed' }))
    const [first, second] = await vectors()
    if (!second) break
    expect([first!.model, second]).toEqual(['new', { model: 'old', count: 101 }])
    expect(await askedOf()).toBe('old')
  }
  expect(await embedStaleDocuments(changed())).toEqual({ documents: 0, passages: 0 })
  expect(await vectors()).toEqual([{ model: 'new', count: 101 }])
  expect(await askedOf()).toBe('new')
  calls = 0
  expect(await embedStaleDocuments(changed())).toEqual({ documents: 0, passages: 0 })
  expect(calls).toBe(0)
})

test('a document that was just indexed is left to its ingestion, and one without vectors is embedded later', async () => {
  const [fresh] = await assistant.upload({ name: 'fresh.txt', contents: 'Bring a towel.' })
  await embedStaleDocuments(changed())
  expect(await assistant.documentOf(fresh!.id)).toMatchObject({ status: 'READY' })
  expect((await vectors())[0]).toEqual({ model: 'new', count: 101 })
  api.clock.advance(60 * MINUTE_MS)
  await embedStaleDocuments(changed())
  expect((await vectors())[0]).toEqual({ model: 'new', count: 102 })
})

test('without a model nothing is embedded, and the index says what is lost', async () => {
  await using plain = await startApi()
  const { embedder: _, ...platform } = changed()
  expect(await embedStaleDocuments(platform)).toEqual({ documents: 0, passages: 0 })
  const other = await plain.createTenant()
  const opened = await openAssistant(plain, other)
  await opened.upload({ name: 'fees.txt', contents: 'The fee is 25 EUR.' })
  const path = `/v1/ai/assistants/${opened.assistantId}/index`
  expect((await other.get<AssistantIndex>(path)).body).toMatchObject({
    embeddingModel: null,
    limitation: expect.stringContaining('EMBEDDINGS'),
    documents: 1,
    documentsEmbedded: 0,
  })
})
