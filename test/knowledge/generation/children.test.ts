import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KnowledgeAnswer } from '#knowledge/answers/schemas.ts'
import type { ModelCall } from '#knowledge/model-calls/schemas.ts'
import type { AiModel } from '#knowledge/models/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'
import { claiming, connectModel, givenTo, passageWith } from './support.ts'

const RULE =
  'Children with a fever stay at home until 24 hours without fever. Maria Weiss answers questions.'
const QUESTION =
  'Lena Weiss, born 3.4.2019, has a fever: may the child come? Call maria@weiss.example, 030 5551234.'

let api: TestApi
let server: ModelServer
let centre: ApiClient
let assistant: OpenAssistant
let model: AiModel
let childId: string
let motherId: string

beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  centre = await api.createTenant()
  model = await connectModel(centre, server)
  const settings = { generatedAnswers: true, tools: ['child_records'] }
  assistant = await openAssistant(api, centre, settings)
  await assistant.upload({ name: 'Illness of Lena.txt', contents: RULE })
  const made = async (path: string, body: object) =>
    (await centre.post<{ id: string }>(path, body)).body.id
  motherId = await made('/v1/clients', { name: 'Maria Weiss', email: 'maria@weiss.example' })
  childId = await made('/v1/children', {
    firstName: 'Lena',
    lastName: 'Weiss',
    birthDate: '2019-04-03',
  })
  await made('/v1/guardianships', {
    childId,
    clientId: motherId,
    relationship: 'MOTHER',
    legal: true,
  })
  server.reply((asked) =>
    claiming({
      text: 'Children with a fever stay at home until 24 hours without fever. [NAME_1] stay home.',
      passage: passageWith(asked, 'fever'),
      quote: 'Children with a fever stay at home until 24 hours without fever.',
    }),
  )
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const ask = (more: object = { childId }, client = centre) =>
  client.post<KnowledgeAnswer & { code?: string; missing?: string[] }>(`${PATH}/query`, {
    assistantId: assistant.assistantId,
    question: QUESTION,
    ...more,
  })

const consent = async () => {
  const { status, body, text } = await centre.post<{ id: string }>('/v1/consents', {
    childId,
    kind: 'AI_PROCESSING',
    grantedById: motherId,
    grantedAt: '2026-11-01T10:00:00+01:00',
    evidence: 'Signed form.',
  })
  expect([status, text]).toEqual([201, text])
  return body
}

test('a question about a child reaches a model only while consent is given', async () => {
  const before = server.asked.length
  const refused = await ask()
  expect([refused.status, refused.body.code, refused.body.missing]).toEqual([
    409,
    'consent_missing',
    ['AI_PROCESSING'],
  ])
  expect(server.asked).toHaveLength(before)
  const { id } = await consent()
  const { body } = await ask()
  expect(body).toMatchObject({ generated: true, childId })
  expect(body.answer).toContain('Lena Weiss stay home')
  const { body: call } = await centre.get<ModelCall>(`/v1/ai/model-calls/${body.modelCallIds[0]}`)
  expect(call).toMatchObject({ childId, dataPolicy: 'REDACTED' })
  expect(call.sentIds).toContain(childId)
  const trail = await centre.get<{ data: { action: string }[] }>(
    `/v1/children/${childId}/disclosures`,
  )
  expect(trail.body.data.some(({ action }) => action === 'queryKnowledge')).toBe(true)
  await centre.post(`/v1/consents/${id}/revoke`, { reason: 'Withdrawn.' })
  expect((await ask()).body.code).toBe('consent_missing')
})

test('questions and documents are sent without identifying details', async () => {
  const { id } = await consent()
  expect((await ask()).status).toBe(200)
  const asked = server.asked.at(-1)!
  const sent = JSON.stringify(asked.body)
  for (const word of ['Lena', 'Weiss', 'Maria', '2019', '5551234', 'weiss.example', childId])
    expect(sent, word).not.toContain(word)
  expect(givenTo(asked).question).toMatch(/^\[NAME_\d\], born \[BIRTH_DATE_\d\], has a fever/)
  await centre.post(`/v1/consents/${id}/revoke`, { reason: 'Withdrawn.' })
})

test('a model that may learn nothing about children is not asked about a child', async () => {
  const path = `/v1/ai/models/${model.id}`
  await centre.patch(path, { dataPolicy: 'NONE' })
  const before = server.asked.length
  expect((await ask()).body).toMatchObject({ generated: false, fallbackReason: 'data_policy' })
  expect((await ask({})).body).toMatchObject({ generated: false, fallbackReason: 'data_policy' })
  expect(server.asked).toHaveLength(before)
  const other = await ask({ question: 'May a child with a fever come?' })
  expect(other.body).toMatchObject({ generated: true })
  await centre.patch(path, { dataPolicy: 'REDACTED' })
})

test('a trusted model learns who the child is, but not who other people are', async () => {
  const path = `/v1/ai/models/${model.id}`
  await centre.patch(path, { dataPolicy: 'FULL' })
  await centre.post('/v1/children', { firstName: 'Ole', lastName: 'Kern', birthDate: '2018-01-01' })
  const { id } = await consent()
  await ask({ childId, question: 'May Lena and ole come with a fever?' })
  expect(givenTo(server.asked.at(-1)!).question).toBe('May Lena and [NAME_1] come with a fever?')
  await ask({ question: 'May Lena and ole come with a fever?' })
  expect(givenTo(server.asked.at(-1)!).question).toBe(
    'May [NAME_1] and [NAME_2] come with a fever?',
  )
  await centre.post(`/v1/consents/${id}/revoke`, { reason: 'Withdrawn.' })
  await centre.patch(path, { dataPolicy: 'REDACTED' })
})

test('an assistant without the tool, a caller without access to children, and another centre are refused', async () => {
  const plain = await openAssistant(api, centre, { generatedAnswers: true })
  expect((await ask({ childId, assistantId: plain.assistantId })).body.code).toBe(
    'validation_failed',
  )
  const reader = await api.createClient(centre.tenantId, { scopes: ['ai.read'] })
  expect((await ask({ childId }, reader)).body.code).toBe('insufficient_scope')
  const other = await api.createTenant()
  const theirs = (
    await other.post<{ id: string }>('/v1/children', {
      firstName: 'Ida',
      lastName: 'Ost',
      birthDate: '2019-01-01',
    })
  ).body.id
  expect((await ask({ childId: theirs })).body.code).toBe('invalid_reference')
})

test('nothing about the child is sent while processing is restricted', async () => {
  await consent()
  const started = await centre.post('/v1/processing-restrictions', {
    childId,
    ground: 'ACCURACY_CONTESTED',
    reason: 'The birth date is disputed.',
  })
  expect([started.status, started.text]).toEqual([201, started.text])
  const before = server.asked.length
  expect((await ask()).body.code).toBe('processing_restricted')
  expect(server.asked).toHaveLength(before)
})
