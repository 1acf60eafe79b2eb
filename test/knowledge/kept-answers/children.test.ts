import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KnowledgeAnswer } from '#knowledge/answers/schemas.ts'
import { sectionsOf } from '#privacy/person-exports/sections-of.ts'
import type { PersonExport } from '#prisma/generated/client.ts'
import { purgeOne } from '#platform/maintenance/purge-expired.ts'
import { advance, scheduled } from '../../privacy/erasures/erasure-family.ts'
import { createWorld } from '../../contract/world.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { connectModel } from '../generation/support.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'

const QUESTION = 'May Wilhelmina Sonnenschein come with a fever?'

let api: TestApi
let server: ModelServer
let centre: ApiClient
let assistant: OpenAssistant

beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  centre = await api.createTenant()
  await connectModel(centre, server, { keepTextsDays: 30 })
  const settings = { generatedAnswers: true, tools: ['child_records'] }
  assistant = await openAssistant(api, centre, settings)
  await assistant.upload({ name: 'ill.txt', contents: 'Children with a fever stay at home.' })
  server.reply(() => ({ text: '{"claims": []}' }))
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** A child with consent, about whom a model was asked. */
const askedAbout = async () => {
  const world = createWorld(api, centre)
  const consent = { ...(await world.newConsent()), kind: 'AI_PROCESSING' }
  const childId = String((await world.make('/v1/consents', consent))['childId'])
  await centre.patch(`/v1/children/${childId}`, {
    firstName: 'Wilhelmina',
    lastName: 'Sonnenschein',
  })
  return { childId, answer: await assistant.ask(QUESTION, { childId }) }
}

const textsOf = async (childId: string) =>
  JSON.stringify([
    await api.query(`SELECT question, answer FROM kept_answers WHERE child_id = $1`, [childId]),
    await api.query(`SELECT prompt, answer FROM ai_model_calls WHERE child_id = $1`, [childId]),
  ])

const restrict = (childId: string) =>
  centre.post('/v1/processing-restrictions', {
    childId,
    ground: 'ACCURACY_CONTESTED',
    reason: 'The birth date is disputed.',
  })

test('an erasure deletes answers and model calls with texts about the child', async () => {
  const { childId, answer } = await askedAbout()
  const named = (
    await centre.post<KnowledgeAnswer>(`${PATH}/query`, {
      assistantId: (await openAssistant(api, centre)).assistantId,
      question: QUESTION,
    })
  ).body
  const other = await askedAbout()
  await centre.patch(`/v1/children/${other.childId}`, { firstName: 'Ole', lastName: 'Kern' })
  const unnamed = await assistant.ask('May Ole come with a fever?', { childId: other.childId })
  expect(answer.modelCallIds).toHaveLength(1)
  expect(await textsOf(childId)).toContain('Wilhelmina')
  expect(await textsOf(childId)).toContain('passages')
  const { id } = await scheduled(api, centre, { childId, graceDays: 0 })
  await advance(api, centre, id)
  expect(await textsOf(childId)).toBe('[[],[]]')
  const statuses = await Promise.all(
    [answer.id, named.id, other.answer.id, unnamed.id].map(
      async (it) => (await centre.get(`/v1/ai/answers/${it}`)).status,
    ),
  )
  expect(statuses).toEqual([404, 404, 404, 200])
  expect((await centre.get(`/v1/ai/model-calls/${answer.modelCallIds[0]}`)).status).toBe(404)
  expect((await centre.get(`/v1/ai/model-calls/${unnamed.modelCallIds[0]}`)).status).toBe(200)
})

test('an export of the child contains questions, answers and calls', async () => {
  const { childId, answer } = await askedAbout()
  const of = { childId, clientId: null } as PersonExport
  const files = new Map<string, string>()
  for (const section of sectionsOf(of).slice(2))
    for await (const { name, bytes } of section(assistant.ctx, of))
      files.set(name, Buffer.from(bytes).toString())
  expect(files.get('data/kept_answers.json')).toContain(answer.id)
  expect(files.get('data/kept_answers.json')).toContain(QUESTION)
  expect(files.get('data/ai_model_calls.json')).toContain(answer.modelCallIds[0])
})

test('reading an answer about a child is a disclosure and requires access to the child', async () => {
  const { childId, answer } = await askedAbout()
  await centre.get(`/v1/ai/answers/${answer.id}`)
  const { body } = await centre.get<{ data: { action: string }[] }>(
    `/v1/children/${childId}/disclosures`,
  )
  const actions = body.data.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['queryKnowledge', 'getKeptAnswer']))
  const reader = await api.createClient(centre.tenantId, { scopes: ['ai'] })
  expect((await reader.get(`/v1/ai/answers/${answer.id}`)).status).toBe(404)
})

test('while processing is restricted, answers are neither deleted on time nor created', async () => {
  const quoting = await openAssistant(api, centre, { tools: ['child_records'] })
  const { childId, answer } = await askedAbout()
  await api.query(`UPDATE kept_answers SET expires_at = '2020-01-01' WHERE id = $1`, [answer.id])
  expect((await restrict(childId)).status).toBe(201)
  expect((await quoting.ask(QUESTION, { childId })).id).toBeNull()
  const rated = await centre.post<{ code: string }>(`/v1/ai/answers/${answer.id}/rate`, {
    helpful: true,
  })
  expect(rated.body.code).toBe('processing_restricted')
  expect(await purgeOne(api.services.platform, 'keptAnswers')).toBe(0)
  expect((await centre.get(`/v1/ai/answers/${answer.id}`)).status).toBe(200)
})
