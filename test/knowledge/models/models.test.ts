import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelCall, ModelCallTotals } from '#knowledge/model-calls/schemas.ts'
import type { AiModel, ModelTest } from '#knowledge/models/schemas.ts'
import { purgeOne } from '#platform/maintenance/purge-expired.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer, type Reply } from '../../support/model-server.ts'

const PATH = '/v1/ai/models'
const KEY = 'sk-0123456789abcdef4711'

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

const connect = async (more: object = {}, client = centre): Promise<AiModel> => {
  const { status, body, text } = await client.post<AiModel>(PATH, {
    name: 'House model',
    provider: 'OPENAI_COMPATIBLE',
    baseUrl: server.url,
    model: 'small',
    key: KEY,
    timeoutSeconds: 10,
    ...more,
  })
  expect([status, text]).toEqual([201, text])
  return body
}

const ask = async ({ id }: { id: string }): Promise<ModelTest> => {
  const { status, body, text } = await centre.post<ModelTest>(`${PATH}/${id}/test`)
  expect([status, text]).toEqual([200, text])
  return body
}

const callOf = async ({ callId }: ModelTest): Promise<ModelCall> =>
  (await centre.get<ModelCall>(`/v1/ai/model-calls/${callId}`)).body

const reply = (next: Reply) => server.reply(() => next)

test.each([
  ['OPENAI_COMPATIBLE', () => server.url, 'authorization', `Bearer ${KEY}`],
  ['ANTHROPIC', () => server.origin, 'x-api-key', KEY],
])('%s is called, and the call is recorded with its cost', async (provider, url, header, value) => {
  const model = await connect({
    provider,
    baseUrl: url(),
    inputPrice: 10_000,
    outputPrice: 50_000,
  })
  reply({ text: 'OK' })
  const tested = await ask(model)
  expect(tested).toMatchObject({ modelId: model.id, failure: null, httpStatus: null })
  const { headers, body, prompt } = server.asked.at(-1)!
  expect([
    headers[header],
    body['model'],
    body['max_tokens'] ?? body['max_completion_tokens'],
  ]).toEqual([value, 'small', 1_000])
  expect(prompt).toBe('Answer with the word OK.')
  expect(await callOf(tested)).toMatchObject({
    purpose: 'TEST',
    status: 'SUCCEEDED',
    inputTokens: 100,
    outputTokens: 20,
    cost: 2,
    currency: 'EUR',
    prompt: null,
    answer: null,
  })
})

test.each([-5, 1e300, 12.5, 'many', null, 3_000_000_000])(
  'usage of %j tokens, which no model has, is estimated, and the call succeeds',
  async (tokens) => {
    const model = await connect({ inputPrice: 10_000, outputPrice: 50_000 })
    reply({ text: 'OK', usage: { prompt_tokens: tokens, completion_tokens: tokens } })
    const tested = await ask(model)
    expect(tested).toMatchObject({ failure: null })
    const { status, inputTokens, outputTokens, cost } = await callOf(tested)
    expect(status).toBe('SUCCEEDED')
    expect(inputTokens).toBeGreaterThan(0)
    expect(inputTokens).toBeLessThan(1_000)
    expect(outputTokens).toBeLessThan(10)
    expect(cost).toBeLessThan(100)
  },
)

test('a key is stored encrypted, and only its last characters are returned', async () => {
  const model = await connect()
  expect(model.keyHint).toBe('…4711')
  const { text } = await centre.get(`${PATH}/${model.id}`)
  const rows = await api.query(`SELECT to_jsonb(m) AS row FROM ai_models m`)
  const trail = await api.query(`SELECT to_jsonb(e) AS row FROM audit_entries e`)
  expect([text, JSON.stringify([rows, trail])].some((all) => all.includes(KEY))).toBe(false)
})

test('a key is sent to no other host', async () => {
  const model = await connect()
  const elsewhere = { baseUrl: `http://127.0.0.1:${Number(server.host.split(':')[1]) + 1}/v1` }
  const refused = await centre.patch<{ code: string }>(`${PATH}/${model.id}`, elsewhere)
  expect([refused.status, refused.body.code]).toEqual([400, 'address_refused'])
  const path = { baseUrl: `${server.origin}/openai/v1` }
  expect((await centre.patch(`${PATH}/${model.id}`, path)).status).toBe(200)
  const moved = await startModelServer()
  try {
    await using other = await startApi({ modelHosts: [server.host, moved.host] })
    const client = await other.createTenant()
    const made = await connect({}, client)
    const move = (more: object) =>
      client.patch<{ code: string }>(`${PATH}/${made.id}`, { baseUrl: moved.url, ...more })
    expect((await move({})).body.code).toBe('validation_failed')
    expect((await move({ key: null })).status).toBe(200)
  } finally {
    await moved[Symbol.asyncDispose]()
  }
})

test.each([
  ['a host that nobody allowed', 'https://models.example.com/v1'],
  ['a private address', 'https://10.0.0.1/v1'],
  ['the same host at another port', 'http://127.0.0.1:1/v1'],
])('%s is refused', async (_, baseUrl) => {
  const { status, body } = await centre.post<{ code: string }>(PATH, {
    name: 'Other',
    provider: 'ANTHROPIC',
    baseUrl,
    model: 'large',
  })
  expect([status, body.code]).toEqual([400, 'address_refused'])
})

test('a host removed from the list of the operator is no longer called', async () => {
  const model = await connect()
  await api.query(`UPDATE ai_models SET base_url = 'http://127.0.0.1:1/v1' WHERE id = $1`, [
    model.id,
  ])
  expect(await ask(model)).toMatchObject({ failure: 'address_refused' })
})

test.each<[string, Reply, object]>([
  [
    '429',
    { status: 429, headers: { 'retry-after': '7' } },
    { failure: 'rate_limited', httpStatus: 429 },
  ],
  ['500', { status: 500 }, { failure: 'provider_error', httpStatus: 500 }],
  ['a wrong key', { status: 401 }, { failure: 'unauthorized', httpStatus: 401 }],
  ['a model that is not there', { status: 404 }, { failure: 'request_refused', httpStatus: 404 }],
  [
    'a redirect',
    { status: 302, headers: { location: 'http://169.254.169.254/' } },
    { failure: 'request_refused' },
  ],
  ['an answer that does not come', 'HANG', { failure: 'timeout' }],
  ['an answer that does not end', 'ENDLESS', { failure: 'timeout' }],
  ['broken JSON', 'BROKEN', { failure: 'invalid_answer' }],
  ['a page', 'NO_SSE', { failure: 'invalid_answer' }],
  ['too much', 'OVERSIZE', { failure: 'answer_too_large' }],
  ['a connection that breaks', 'DROPPED', { failure: 'unreachable' }],
  ['a call of a tool', { tool: 'read_child' }, { failure: 'invalid_answer' }],
  ['an answer that is cut', { text: 'O', stop: 'length' }, { failure: 'answer_cut' }],
  ['a filter', { text: '', stop: 'content_filter' }, { failure: 'refused' }],
])('%s has one outcome, and its call is recorded', async (_, next, outcome) => {
  const model = await connect({ timeoutSeconds: 2 })
  reply(next)
  const tested = await ask(model)
  expect(tested).toMatchObject(outcome)
  const call = await callOf(tested)
  expect(call).toMatchObject({ status: 'FAILED', ...outcome })
  expect(JSON.stringify(call)).not.toContain('Scripted secret')
})

test('a budget stops calls, even simultaneous ones, and totals report the usage', async () => {
  const model = await connect({
    tokensPerDay: 3_500,
    maxOutputTokens: 1_000,
    inputPrice: 1_000_000,
  })
  const { promise: bothRefused, resolve: release } = Promise.withResolvers<void>()
  server.reply(async () => {
    await bothRefused
    return { text: 'OK' }
  })
  let refusals = 0
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const answer = await centre.post<{ code: string }>(`${PATH}/${model.id}/test`)
      if (answer.status === 429 && (refusals += 1) === 2) release()
      return answer
    }),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () =>
      expect.objectContaining({
        code: 'ai_budget_exhausted',
        budget: 'TOKENS_PER_DAY',
        modelId: model.id,
      }),
    ),
  )
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  const { body } = await centre.get<ModelCallTotals>(
    `/v1/ai/model-calls/totals?modelId=${model.id}`,
  )
  expect(body.data).toEqual([
    {
      modelId: model.id,
      calls: 3,
      failed: 0,
      inputTokens: 300,
      outputTokens: 60,
      cost: 300,
      currency: 'EUR',
    },
  ])
})

test.each([
  ['cost', { costPerDay: 1, outputPrice: 1_000_000 }, 'COST_PER_DAY'],
  ['rate', { callsPerMinute: 1 }, 'CALLS_PER_MINUTE'],
])('a budget of %s stops calls', async (_, more, budget) => {
  const model = await connect(more)
  reply({ text: 'OK' })
  const last = async () => centre.post<{ budget?: string }>(`${PATH}/${model.id}/test`)
  const [first, second] = [await last(), await last()]
  expect([first.status, second.status].at(-1)).toBe(429)
  expect(second.body.budget).toBe(budget)
})

test('texts of calls are stored if the model enables it, and deleted by age', async () => {
  const model = await connect({ keepTextsDays: 2 })
  reply({ text: 'OK' })
  const tested = await ask(model)
  expect(await callOf(tested)).toMatchObject({ prompt: 'Answer with the word OK.', answer: 'OK' })
  await api.query(`UPDATE ai_model_calls SET texts_until = $2 WHERE id = $1`, [
    tested.callId,
    new Date(api.clock.now().getTime() - 1_000),
  ])
  expect(await purgeOne(api.services.platform, 'aiModelTexts')).toBe(1)
  expect(await callOf(tested)).toMatchObject({ prompt: null, answer: null })
})
