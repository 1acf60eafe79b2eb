import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KnowledgeDocument } from '#knowledge/documents/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { expectProblem } from '../../contract/expectations.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'

let api: TestApi
let centre: ApiClient
let assistant: OpenAssistant
let documents: KnowledgeDocument[]

const QUESTION = 'What is the fee for a late cancellation?'

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  assistant = await openAssistant(api, centre)
  documents = await assistant.upload(
    { name: 'fees-2025.txt', contents: 'The fee for a late cancellation is 20 EUR.' },
    { name: 'fees-2026.txt', contents: 'The fee for a late cancellation is 25 EUR.' },
  )
})

afterAll(() => api[Symbol.asyncDispose]())

const patch = (id: string, body: object) =>
  centre.patch<KnowledgeDocument & { code?: string }>(`${PATH}/documents/${id}`, body)
const titles = async (filter: object) =>
  (await assistant.ask(QUESTION, filter)).citations.map(({ title }) => title)

test('a policy is used on its valid days only', async () => {
  const [old, current] = documents
  await patch(old!.id, { endsOn: '2025-12-31' })
  const patched = await patch(current!.id, { startsOn: '2026-01-01' })
  expect(patched.body).toMatchObject({ startsOn: '2026-01-01', endsOn: null })
  expect(await titles({ validOn: '2025-12-31' })).toEqual(['fees-2025.txt'])
  expect(await titles({ validOn: '2026-01-01' })).toEqual(['fees-2026.txt'])
  await patch(current!.id, { endsOn: '2026-01-31' })
  expect(await assistant.ask(QUESTION, { validOn: '2026-02-01' })).toMatchObject({
    notFound: true,
    nearest: [],
  })
  expectProblem(await patch(current!.id, { startsOn: '2026-02-01' }), 'validation_failed')
  await patch(old!.id, { endsOn: null })
  await patch(current!.id, { startsOn: null, endsOn: null })
})

test.each([
  ['Pacific/Honolulu', 'fees-2025.txt'],
  ['Europe/Berlin', 'fees-2026.txt'],
])(
  'the valid days of a policy follow the calendar of the centre, in %s',
  async (defaultTimeZone, title) => {
    // 08:00 UTC on the second of the days.
    const [old, current] = documents
    await centre.patch('/v1/organization', { defaultTimeZone })
    await patch(old!.id, { endsOn: '2026-11-23' })
    await patch(current!.id, { startsOn: '2026-11-24' })
    expect(await titles({})).toEqual([title])
    await patch(old!.id, { endsOn: null })
    await patch(current!.id, { startsOn: null })
  },
)

test('a question can be limited to documents or to a label', async () => {
  const [old, current] = documents
  expect(await titles({ documentIds: [old!.id] })).toEqual(['fees-2025.txt'])
  await patch(current!.id, { labels: ['policy', 'fees'] })
  expect(await titles({ labels: ['fees', 'schedule'] })).toEqual(['fees-2026.txt'])
  expect(await titles({ labels: ['schedule'] })).toEqual([])
})

test('a question may name only documents of its assistant', async () => {
  const other = await openAssistant(api, centre)
  const [foreign] = await other.upload({ name: 'other.txt', contents: 'The fee is 1 EUR.' })
  const answer = await centre.post(`${PATH}/query`, {
    assistantId: assistant.assistantId,
    question: QUESTION,
    documentIds: [documents[0]!.id, foreign!.id],
  })
  expectProblem(answer, 'invalid_reference')
})

test('a reindexed document answers again and reports its progress', async () => {
  const [old] = documents
  const path = `${PATH}/documents/${old!.id}`
  expect((await assistant.documentOf(old!.id)).stages).toEqual([
    { name: 'READ', status: 'DONE', passages: 1, of: 1 },
    { name: 'INDEX', status: 'DONE', passages: 1, of: 1 },
  ])
  const { body } = await centre.post<KnowledgeDocument>(`${path}/reindex`, {})
  expect(body).toMatchObject({ status: 'RECEIVED', passages: 0 })
  expect(body.stages.map(({ status }) => status)).toEqual(['WAITING', 'WAITING'])
  expect(await titles({ documentIds: [old!.id] })).toEqual([])
  expectProblem(await centre.post(`${path}/reindex`, {}), 'invalid_transition')
  await assistant.ingest(old!.id)
  expect(await titles({ documentIds: [old!.id] })).toEqual(['fees-2025.txt'])
})
