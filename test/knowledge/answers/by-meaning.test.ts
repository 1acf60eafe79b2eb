import { afterAll, beforeAll, expect, test } from 'vitest'
import { embedQuestion } from '#knowledge/answers/embed-question.ts'
import { findQuotes } from '#knowledge/answers/find-quotes.ts'
import { embedKnowledgeDocument } from '#knowledge/documents/embed-knowledge-document.ts'
import type { FoundPassages } from '#knowledge/answers/schemas.ts'
import type { KnowledgeDocument } from '#knowledge/documents/schemas.ts'
import { newId } from '#platform/core/records/ids.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { createTextEmbedder } from '../../../providers/ai/create-text-embedder.ts'
import { startEmbeddingsServer } from '../../ai/embeddings-server.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'

let server: Awaited<ReturnType<typeof startEmbeddingsServer>>
let api: TestApi
let centre: ApiClient
let assistant: OpenAssistant
let documents: KnowledgeDocument[]

const QUESTION = 'What about a canine?'

beforeAll(async () => {
  server = await startEmbeddingsServer()
  api = await startApi({ embedder: createTextEmbedder(server.url, 'secret')! })
  centre = await api.createTenant()
  assistant = await openAssistant(api, centre)
  documents = await assistant.upload(
    { name: 'animals.txt', contents: 'A guide dog may come in.' },
    { name: 'fees.txt', contents: 'The fee for a late cancellation is 25 EUR.' },
  )
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const embed = (id: string) => embedKnowledgeDocument(assistant.ctx, { id })
const vectors = (id: string) =>
  api.query<{ number: number; model: string; signature: string }>(
    `SELECT number, model, signature::text AS signature FROM knowledge_vectors WHERE document_id = $1`,
    [id],
  )
const titles = async () => {
  const { assistantId } = assistant
  const { near } = await embedQuestion(assistant.ctx, { assistantId, question: QUESTION })
  const found = await read(assistant.ctx, 'knowledge:read', (reader) =>
    findQuotes(reader, {
      assistantId,
      question: QUESTION,
      languages: ['en'],
      answerStyle: 'BRIEF',
      near,
    }),
  )
  return found.passages.map(({ title, byMeaning }) => [title, byMeaning])
}

test('a document is searched by words until its passages have vectors', async () => {
  const [animals, fees] = documents
  expect(animals).toMatchObject({ status: 'READY' })
  expect(animals!.stages.map(({ name }) => name)).toEqual(['READ', 'INDEX'])
  expect(await titles()).toEqual([])
  await embed(animals!.id)
  await embed(fees!.id)
  expect((await assistant.documentOf(animals!.id)).stages.at(-1)).toEqual({
    name: 'EMBED',
    status: 'DONE',
    passages: 1,
    of: 1,
  })
  expect(await titles()).toEqual([
    ['animals.txt', 1],
    ['fees.txt', 0],
  ])
  expect([...server.state.keys]).toEqual(['Bearer secret'])
})

test('embedding twice asks the model once', async () => {
  const [animals] = documents
  await embed(animals!.id)
  const [before, asked] = [await assistant.documentOf(animals!.id), server.state.texts.length]
  await embed(animals!.id)
  expect(await assistant.documentOf(animals!.id)).toEqual(before)
  expect(server.state.texts).toHaveLength(asked)
})

test('a question is answered by words while the model is unavailable', async () => {
  server.state.status = 400
  const { assistantId } = assistant
  const asked = { assistantId, question: QUESTION }
  expect(await embedQuestion(assistant.ctx, asked)).toEqual(asked)
  expect((await assistant.ask('What is the fee for a late cancellation?')).notFound).toBe(false)
  server.state.status = 200
})

test('a question about a child is not sent to an outside service', async () => {
  const asked = server.state.texts.length
  const childId = newId('child')
  const question = { assistantId: assistant.assistantId, childId, question: QUESTION }
  expect(await embedQuestion(assistant.ctx, question)).toEqual(question)
  expect(server.state.texts).toHaveLength(asked)
})

test('vectors of another model are ignored, and deleted once new ones exist', async () => {
  const [animals] = documents
  await api.query(`UPDATE knowledge_vectors SET model = 'other' WHERE document_id = $1`, [
    animals!.id,
  ])
  expect((await titles()).map(([title]) => title)).toEqual(['fees.txt'])
  await embed(animals!.id)
  expect(await vectors(animals!.id)).toMatchObject([{ number: 1, signature: '10001' }])
  expect((await titles()).map(([title]) => title)).toEqual(['animals.txt', 'fees.txt'])
})

test('a search shows the results by words and by meaning', async () => {
  const { body } = await centre.post<FoundPassages>(`${PATH}/search`, {
    assistantId: assistant.assistantId,
    question: 'What is the fee for a canine?',
  })
  expect(body.embeddingModel).toMatch(/^known-words@127\.0\.0\.1/)
  expect(body.passages.map(({ title, byWords }) => [title, byWords])).toEqual(
    expect.arrayContaining([
      ['fees.txt', 1],
      ['animals.txt', 0],
    ]),
  )
  const [best] = body.passages
  expect(best!.text).toHaveLength(best!.end - best!.start)
})

test('vectors are deleted with their document', async () => {
  const [animals] = documents
  await centre.post(`${PATH}/documents/${animals!.id}/remove`, {})
  expect(await vectors(animals!.id)).toEqual([])
  expect((await titles()).map(([title]) => title)).toEqual(['fees.txt'])
})
