import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AiModel } from '#knowledge/models/schemas.ts'
import { askTurn, type Turn } from '#knowledge/turns/ask-turn.ts'
import { systemContext, type OutsideContext } from '#platform/core/context/context.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'
import { archiveModels, connectModel } from '../generation/support.ts'

const FIND_SLOTS = {
  name: 'find_slots',
  description: 'Free times of a child’s provider.',
  parameters: { type: 'object', properties: { childId: { type: 'string' } } },
}

let api: TestApi
let server: ModelServer
let centre: ApiClient
let ctx: OutsideContext
let childId: string
let model: AiModel

const made = async (path: string, body: object) => {
  const { status, body: record, text } = await centre.post<{ id: string }>(path, body)
  expect([status, text]).toEqual([201, text])
  return record.id
}

beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  centre = await api.createTenant()
  const { tenantId } = centre
  ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

beforeEach(async () => {
  const name = { firstName: 'Lena', lastName: 'Weiss' }
  childId = await made('/v1/children', { ...name, birthDate: '2019-04-03' })
  model = await connectModel(centre, server, { dataPolicy: 'REDACTED' })
  server.asked.length = 0
})
afterEach(() => archiveModels(centre))

const consent = async () => {
  const clientId = await made('/v1/clients', { name: 'Maria Weiss' })
  const guardian = { childId, clientId, relationship: 'MOTHER', legal: true }
  await made('/v1/guardianships', guardian)
  await made('/v1/consents', {
    childId,
    grantedById: clientId,
    kind: 'AI_PROCESSING',
    grantedAt: '2026-11-01T10:00:00+01:00',
    evidence: 'Signed form.',
  })
}

const ask = (more: Partial<Turn> = {}) =>
  askTurn(ctx, {
    needs: 'knowledge:read',
    system: 'You find times.',
    messages: [{ role: 'USER', text: `When can Lena Weiss (${childId}) come?` }],
    tools: [FIND_SLOTS],
    childId: null,
    temperature: null,
    modelIds: [],
    ...more,
  })

test('a model gets no name or id, and its requests still refer to the right person', async () => {
  await consent()
  server.reply(({ prompt }) => {
    const [placeholder] = /\[ID_\d+\]/.exec(prompt) ?? []
    return { tool: 'find_slots', input: { childId: placeholder } }
  })
  const { said, failure, modelCallIds } = await ask()
  expect(failure).toBeNull()
  expect(said).toMatchObject({
    toolCalls: [{ name: 'find_slots', input: { childId } }],
    model: { id: model.id },
    tokens: 120,
  })
  const sent = JSON.stringify(server.asked[0]!.body)
  expect(sent).toContain('[NAME_')
  expect(sent).not.toMatch(/Lena|Weiss|chd_/)

  server.reply(({ messages }) => ({ text: `[NAME_1] comes: ${messages.length} messages.` }))
  const next = await ask({
    messages: [
      { role: 'USER', text: `When can Lena Weiss (${childId}) come?` },
      { role: 'MODEL', text: said!.text, toolCalls: said!.toolCalls },
      { role: 'TOOL', callId: 't1', name: 'find_slots', text: `{"child":"${childId}"}` },
    ],
  })
  expect(next.said!.text).toMatch(/^Lena Weiss comes: 4 messages/)
  expect(JSON.stringify(server.asked[1]!.body)).not.toMatch(/Lena|Weiss|chd_/)
  const call = await centre.get(`/v1/ai/model-calls/${modelCallIds[0]}`)
  expect(call.body).toMatchObject({ purpose: 'AGENT', status: 'SUCCEEDED', sentIds: [childId] })
})

test('a child without consent is not mentioned', async () => {
  expect(await ask()).toMatchObject({
    failure: 'consent_missing',
    modelCallIds: [],
    isPassing: false,
  })
  expect(server.asked).toEqual([])
})

test('a model that may see no person is not asked about anybody', async () => {
  await centre.patch(`/v1/ai/models/${model.id}`, { dataPolicy: 'NONE' })
  expect(await ask()).toMatchObject({ failure: 'data_policy', modelCallIds: [] })
  server.reply(() => ({ text: 'At nine.' }))
  const messages = [{ role: 'USER', text: 'When do you open?' }] as const
  expect(await ask({ messages })).toMatchObject({ failure: null, said: { text: 'At nine.' } })
})

test('the next model is asked if the first fails', async () => {
  const second = await connectModel(centre, server, { model: 'second', position: 2 })
  server.reply(({ body }) => (body['model'] === 'second' ? { text: 'At nine.' } : { status: 500 }))
  const { said, modelCallIds } = await ask({ messages: [{ role: 'USER', text: 'When?' }] })
  expect(said).toMatchObject({ text: 'At nine.', model: { id: second.id } })
  expect(modelCallIds).toHaveLength(2)
  const chosen = { modelIds: [second.id], messages: [{ role: 'USER', text: 'When?' }] as const }
  expect((await ask(chosen)).modelCallIds).toHaveLength(1)
})

test.each([
  ['no_model', async () => centre.post(`/v1/ai/models/${model.id}/archive`), []],
  [
    'budget_exhausted',
    async () => centre.patch(`/v1/ai/models/${model.id}`, { tokensPerDay: 1 }),
    [],
  ],
] as const)('fails without an available model: %s', async (failure, prepare, calls) => {
  expect((await prepare()).status).toBe(200)
  const messages = [{ role: 'USER', text: 'When?' }] as const
  expect(await ask({ messages })).toEqual({
    said: null,
    failure,
    isPassing: failure === 'budget_exhausted',
    modelCallIds: calls,
  })
})
