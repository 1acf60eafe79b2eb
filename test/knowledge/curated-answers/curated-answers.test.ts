import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KnowledgeAnswer } from '#knowledge/answers/schemas.ts'
import type { CuratedAnswer } from '#knowledge/curated-answers/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { joinAs } from '../../staff/support.ts'
import { connectModel } from '../generation/support.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'

const CURATED = '/v1/ai/curated-answers'
const FREE = 'Appointments can be cancelled free of charge until 24 hours before they begin.'
const QUESTION = 'How late can we cancel an appointment?'
const ANSWER = 'Until 24 hours before. Call us if your child is ill.'

let api: TestApi
let server: ModelServer
let centre: ApiClient

beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  centre = await api.createTenant()
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const open = async (settings: object = {}) => {
  const assistant = await openAssistant(api, centre, settings)
  const [document] = await assistant.upload({ name: 'fees.txt', contents: FREE })
  return { assistant, documentId: document!.id }
}

const publish = async (of: OpenAssistant, more: object = {}): Promise<CuratedAnswer> => {
  const { status, body, text } = await centre.post<CuratedAnswer>(CURATED, {
    assistantId: of.assistantId,
    question: QUESTION,
    answer: ANSWER,
    ...more,
  })
  expect([status, text]).toEqual([201, text])
  return body
}

test('a similar question gets the curated answer, marked as such, and another question does not', async () => {
  const { assistant } = await open()
  const { id } = await publish(assistant)
  expect(await assistant.ask('How late may appointments be cancelled?')).toMatchObject({
    answer: ANSWER,
    curatedAnswerId: id,
    confidence: 1,
    notFound: false,
    generated: false,
    fallbackReason: null,
  })
  for (const other of ['How late can we cancel a speech appointment?', `${QUESTION} Not Monday?`])
    expect((await assistant.ask(other)).curatedAnswerId, other).toBeNull()
})

test('a stored answer is curated with those of its citations that are still valid', async () => {
  const { assistant, documentId } = await open()
  const asked = await assistant.ask(QUESTION)
  const curate = (more: object = {}) =>
    centre.post<CuratedAnswer & { code?: string }>(`/v1/ai/answers/${asked.id}/curate`, {
      question: QUESTION,
      answer: ANSWER,
      ...more,
    })
  const refused = await curate({ citations: [{ documentId, quote: 'until 48 hours before' }] })
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed'])
  const { body } = await curate()
  const start = FREE.indexOf('Appointments')
  expect(body.citations).toMatchObject([{ documentId, quote: FREE, start, score: 1 }])
  expect((await assistant.ask(QUESTION)).citations).toEqual(body.citations)
})

test('a curated answer is disabled with a document it cites, until its citations are changed', async () => {
  const { assistant, documentId } = await open()
  const quote = 'until 24 hours before'
  const { id, outdated } = await publish(assistant, { citations: [{ documentId, quote }] })
  expect(outdated).toBe(false)
  expect((await assistant.ask(QUESTION)).curatedAnswerId).toBe(id)
  const ended = { labels: ['policy'], endsOn: '2026-01-01' }
  await centre.patch(`${PATH}/documents/${documentId}`, ended)
  expect(await assistant.ask(QUESTION)).toMatchObject({ curatedAnswerId: null, notFound: true })
  const then = await assistant.ask(QUESTION, { validOn: '2025-06-01', labels: ['policy'] })
  expect(then.curatedAnswerId).toBe(id)
  await centre.post(`${PATH}/documents/${documentId}/remove`)
  expect((await assistant.ask(QUESTION)).curatedAnswerId).toBeNull()
  const shown = await centre.get<CuratedAnswer>(`${CURATED}/${id}`)
  expect(shown.body).toMatchObject({ outdated: true, answer: ANSWER })
  await centre.patch(`${CURATED}/${id}`, { citations: [] })
  expect((await assistant.ask(QUESTION)).curatedAnswerId).toBe(id)
  const limited = await assistant.ask(QUESTION, { labels: ['policy'] })
  expect(limited.curatedAnswerId).toBeNull()
})

test('a curated answer can be changed, archived and restored, and the newer of two is used', async () => {
  const { assistant } = await open()
  const { id } = await publish(assistant)
  const newer = await publish(assistant, { answer: 'Until the day before.' })
  expect((await assistant.ask(QUESTION)).curatedAnswerId).toBe(newer.id)
  await centre.post(`${CURATED}/${newer.id}/archive`)
  expect((await assistant.ask(QUESTION)).curatedAnswerId).toBe(id)
  const question = 'Where is the swimming pool?'
  const changed = await centre.patch<CuratedAnswer>(`${CURATED}/${id}`, { question })
  expect(changed.body).toMatchObject({ question, answer: ANSWER })
  expect((await assistant.ask(QUESTION)).answer).toBe(FREE)
  expect((await assistant.ask('Where is your swimming pool?')).curatedAnswerId).toBe(id)
  await centre.post(`${CURATED}/${newer.id}/restore`)
  expect((await assistant.ask(QUESTION)).curatedAnswerId).toBe(newer.id)
  const list = await centre.get<{ data: CuratedAnswer[] }>(
    `${CURATED}?assistantId=${assistant.assistantId}`,
  )
  expect(list.body.data.map((it) => it.id)).toEqual([newer.id, id])
})

test('no model is called for a curated answer', async () => {
  const model = await connectModel(centre, server)
  const { assistant } = await open({ generatedAnswers: true })
  await publish(assistant)
  const before = server.asked.length
  expect(await assistant.ask(QUESTION)).toMatchObject({ answer: ANSWER, modelCallIds: [] })
  expect(server.asked).toHaveLength(before)
  await centre.post(`/v1/ai/models/${model.id}/archive`)
})

test('a question of stop words is refused, and each assistant has its own answers', async () => {
  const { assistant } = await open()
  const nothing = await centre.post<{ code: string }>(CURATED, {
    assistantId: assistant.assistantId,
    question: 'How can we?',
    answer: ANSWER,
  })
  expect([nothing.status, nothing.body.code]).toEqual([400, 'validation_failed'])
  await publish(assistant)
  const { assistant: other } = await open()
  expect((await other.ask(QUESTION)).curatedAnswerId).toBeNull()
})

test('an embedding model matches a paraphrase that shares half of its words', async () => {
  const embedder = {
    model: 'constant',
    isLocal: true,
    embedDocuments: (texts: readonly string[]) => Promise.resolve(texts.map(() => [1, -1])),
    embedQuery: () => Promise.resolve([1, -1]),
  }
  await using near = await startApi({ embedder })
  const client = await near.createTenant()
  const assistant = await openAssistant(near, client)
  const { body } = await client.post<CuratedAnswer>(CURATED, {
    assistantId: assistant.assistantId,
    question: QUESTION,
    answer: ANSWER,
  })
  const asked: KnowledgeAnswer[] = [
    await assistant.ask('Until when can we cancel an appointment?'),
    await assistant.ask('When do you open the pool?'),
  ]
  expect(asked.map(({ curatedAnswerId }) => curatedAnswerId)).toEqual([body.id, null])
})

test('documents and answers of an assistant for certain roles are visible to these, and to knowledge managers', async () => {
  const { assistant, documentId } = await open({ roles: ['BILLER'] })
  const { id } = await publish(assistant)
  const paths = [`${CURATED}/${id}`, `${PATH}/documents/${documentId}`]
  const lists = [CURATED, `${PATH}/documents`].map(
    (path) => `${path}?assistantId=${assistant.assistantId}`,
  )
  const shownTo = async (role: string) => {
    const person = await joinAs(api, centre, { roles: [role] })
    const answers = await Promise.all([...paths, ...lists].map((path) => person.get(path)))
    const found = answers.slice(0, 2).map(({ status }) => status)
    const counts = answers.slice(2).map(({ body }) => (body as { data: [] }).data.length)
    return [...found, ...counts]
  }
  expect(await shownTo('SCHEDULER')).toEqual([404, 404, 0, 0])
  expect(await shownTo('BILLER')).toEqual([200, 200, 1, 1])
  expect(await shownTo('ADMINISTRATOR')).toEqual([200, 200, 1, 1])
})
