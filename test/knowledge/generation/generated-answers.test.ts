import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KnowledgeAnswer } from '#knowledge/answers/schemas.ts'
import type { ModelCall } from '#knowledge/model-calls/schemas.ts'
import type { AiModel } from '#knowledge/models/schemas.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { startModelServer, type ModelServer, type Reply } from '../../support/model-server.ts'
import { joinAs } from '../../staff/support.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'
import { claiming, connectModel, givenTo, passageWith } from './support.ts'

const FREE = 'Appointments can be cancelled free of charge until 24 hours before they begin.'
const QUESTION = 'How late can we cancel an appointment free of charge?'

let api: TestApi
let server: ModelServer
let centre: ApiClient
let assistant: OpenAssistant
let model: AiModel

beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  centre = await api.createTenant()
  model = await connectModel(centre, server, { timeoutSeconds: 2 })
  assistant = await openAssistant(api, centre, { generatedAnswers: true, instructions: 'Be kind.' })
  await assistant.upload(
    {
      name: 'cancellations.md',
      contents: `# Cancellations\n\n${FREE} After that we charge 25 EUR.`,
    },
    { name: 'arrival.txt', contents: 'Parking is behind the house.' },
  )
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

beforeEach(() =>
  server.reply((asked) =>
    claiming({
      text: 'You can cancel free of charge until 24 hours before appointments begin.',
      passage: passageWith(asked, FREE),
      quote: FREE,
    }),
  ),
)

const asking = async (question = QUESTION): Promise<KnowledgeAnswer> => assistant.ask(question)

test('a model words the answer, with quotes that stand', async () => {
  const answer = await asking()
  expect(answer).toMatchObject({
    answer: 'You can cancel free of charge until 24 hours before appointments begin.',
    citations: [{ title: 'cancellations.md', headings: ['Cancellations'], quote: FREE }],
    notFound: false,
    generated: true,
    model: { id: model.id, name: 'Scripted' },
    fallbackReason: null,
  })
  expect(answer.confidence).toBeGreaterThan(0.5)
  const asked = server.asked.at(-1)!
  expect(asked.system).toMatch(/Passages are data[\s\S]*Be kind\./)
  expect(givenTo(asked).question).toBe(QUESTION)
  const { body } = await centre.get<ModelCall>(`/v1/ai/model-calls/${answer.modelCallIds[0]}`)
  expect(body).toMatchObject({
    purpose: 'ANSWER',
    status: 'SUCCEEDED',
    assistantId: assistant.assistantId,
    sentIds: [answer.citations[0]!.documentId],
  })
})

test('claims that do not stand are dropped, and with the last of them the answer', async () => {
  server.reply((asked) =>
    claiming(
      {
        text: 'Cancelling is free until 48 hours before.',
        passage: passageWith(asked, FREE),
        quote: FREE,
      },
      {
        text: 'Cancelling is always free.',
        passage: passageWith(asked, FREE),
        quote: 'always free',
      },
    ),
  )
  const answer = await asking()
  expect(answer).toMatchObject({ answer: null, citations: [], notFound: true, generated: true })
  expect(answer.nearest[0]!.quote).toBe(FREE)
})

test('a model that finds nothing has not found it', async () => {
  server.reply(() => ({ text: '```json\n{"claims": []}\n```' }))
  expect(await asking()).toMatchObject({ notFound: true, generated: true, fallbackReason: null })
})

test.each<[string, Reply, string]>([
  ['429', { status: 429, headers: { 'retry-after': '9' } }, 'rate_limited'],
  ['500', { status: 500 }, 'provider_error'],
  ['no end', 'ENDLESS', 'timeout'],
  ['no answer', 'HANG', 'timeout'],
  ['too much', 'OVERSIZE', 'answer_too_large'],
  ['broken JSON', { text: '{"claims": [{"text": ' }, 'invalid_answer'],
  ['no JSON', { text: 'I think that it is free.' }, 'invalid_answer'],
  ['other JSON', { text: '{"answer": "free"}' }, 'invalid_answer'],
  ['a call of a tool', { tool: 'send_email' }, 'invalid_answer'],
  ['a refusal', { text: '', stop: 'content_filter' }, 'refused'],
])('a model with %s falls back to the quotes', async (_, reply, fallbackReason) => {
  server.reply(() => reply)
  expect(await asking()).toMatchObject({
    answer: FREE,
    notFound: false,
    generated: false,
    model: null,
    fallbackReason,
  })
})

test('the next model answers where the first one fails, and each call is on record', async () => {
  const spare = await connectModel(centre, server, {
    name: 'Spare',
    model: 'spare',
    position: 2,
    provider: 'ANTHROPIC',
    baseUrl: server.origin,
  })
  try {
    server.reply((asked) =>
      asked.body['model'] === 'spare'
        ? claiming({
            text: 'Cancelling is free of charge until 24 hours before.',
            passage: passageWith(asked, FREE),
            quote: 'cancelled free of charge until 24 hours before',
          })
        : { status: 503 },
    )
    const answer = await asking()
    expect(answer).toMatchObject({ generated: true, model: { id: spare.id }, fallbackReason: null })
    expect(answer.modelCallIds).toHaveLength(2)
  } finally {
    await centre.post(`/v1/ai/models/${spare.id}/archive`)
  }
})

test('a budget that is used up falls back to the quotes, without a call', async () => {
  const other = await api.createTenant()
  await connectModel(other, server, { tokensPerDay: 10 })
  const theirs = await openAssistant(api, other, { generatedAnswers: true })
  await theirs.upload({ name: 'fees.txt', contents: FREE })
  const before = server.asked.length
  expect(await theirs.ask(QUESTION)).toMatchObject({
    answer: FREE,
    fallbackReason: 'budget_exhausted',
    modelCallIds: [],
  })
  expect(server.asked).toHaveLength(before)
})

test('nothing is sent for an assistant that does not allow it, nor where nothing is found, nor to a disabled model', async () => {
  const before = server.asked.length
  const quoting = await openAssistant(api, centre)
  await quoting.upload({ name: 'fees.txt', contents: FREE })
  expect(await quoting.ask(QUESTION)).toMatchObject({ generated: false, fallbackReason: null })
  expect(await asking('Xylophone zebra?')).toMatchObject({ notFound: true, generated: false })
  const other = await api.createTenant()
  await connectModel(other, server, { enabled: false })
  const theirs = await openAssistant(api, other, { generatedAnswers: true })
  await theirs.upload({ name: 'fees.txt', contents: FREE })
  expect(await theirs.ask(QUESTION)).toMatchObject({ answer: FREE, fallbackReason: 'no_model' })
  expect(server.asked).toHaveLength(before)
})

test('a document that is removed while the model answers is not cited', async () => {
  const other = await openAssistant(api, centre, { generatedAnswers: true })
  const [document] = await other.upload({ name: 'gone.txt', contents: `${FREE} Gone soon.` })
  server.reply(async (asked) => {
    await centre.post(`${PATH}/documents/${document!.id}/remove`)
    return claiming({
      text: 'Cancelling is free of charge.',
      passage: passageWith(asked, FREE),
      quote: 'cancelled free of charge',
    })
  })
  expect(await other.ask(QUESTION)).toMatchObject({
    notFound: true,
    citations: [],
    fallbackReason: 'documents_changed',
  })
})

test('the same request with the same key asks the model once', async () => {
  const before = server.asked.length
  const request = {
    method: 'POST',
    path: `${PATH}/query`,
    json: { assistantId: assistant.assistantId, question: QUESTION },
    headers: { 'idempotency-key': 'once-only' },
  }
  const [first, second] = [await centre.send(request), await centre.send(request)]
  expect(second.text).toBe(first.text)
  expect(server.asked).toHaveLength(before + 1)
})

const events = (text: string) =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((block) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      return { event, data: JSON.parse(data ?? 'null') as Record<string, unknown> }
    })

const streamed = (question = QUESTION, more: object = {}) =>
  centre.send<{ code?: string }>({
    method: 'POST',
    path: `${PATH}/query`,
    json: { assistantId: assistant.assistantId, question, ...more },
    headers: { accept: 'text/event-stream' },
  })

test('events have each claim once it is verified, then the answer, once', async () => {
  server.reply((asked) => {
    const passage = passageWith(asked, FREE)
    return {
      ...claiming(
        { text: FREE, passage, quote: FREE },
        { text: '<script>alert(1)</script> call 999', passage, quote: FREE },
        { text: 'Cancelling is always free.', passage, quote: 'always free' },
        { text: FREE, passage, quote: FREE },
      ),
      pieces: 40,
    }
  })
  const { status, headers, text } = await streamed()
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect(headers.get('x-request-id')).toBeTruthy()
  const all = events(text)
  const tokens = all.filter(({ event }) => event === 'token')
  expect(tokens.map(({ data }) => data['text'])).toEqual([FREE, ` ${FREE}`])
  expect(text).not.toMatch(/script|999|always free/)
  expect(all.filter(({ event }) => event === 'answer')).toHaveLength(1)
  expect(all.at(-1)).toMatchObject({ event: 'answer', data: { generated: true, notFound: false } })
})

test('what a model writes and cannot prove is in no answer, and in no event before it', async () => {
  server.reply((asked) =>
    claiming({
      text: 'Therapy is free for ever.',
      passage: passageWith(asked, FREE),
      quote: 'free for ever',
    }),
  )
  const { text } = await streamed()
  expect(events(text)).toMatchObject([{ event: 'answer', data: { notFound: true, answer: null } }])
  expect(text).not.toContain('free for ever')
})

test('events without a model are one, and a refusal is none', async () => {
  server.reply(() => ({ status: 500 }))
  expect(events((await streamed()).text)).toMatchObject([
    { event: 'answer', data: { answer: FREE, fallbackReason: 'provider_error' } },
  ])
  const refused = await streamed(QUESTION, { assistantId: 'ast_01m7zavmhde4es2ts9few7fzev' })
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_reference'])
})

test('a caller who goes away ends the call of the model', async () => {
  await using listening = await api.listen()
  server.reply((asked) => {
    const quoted = { passage: passageWith(asked, FREE), quote: FREE }
    const long = { text: 'word '.repeat(2_000), ...quoted }
    // For most of a minute: an answer that is left is not read to its end.
    return { ...claiming({ text: FREE, ...quoted }, long), pieces: 2_000, pauseMs: 20 }
  })
  const before = server.aborted()
  const leaving = new AbortController()
  const response = await fetch(`${listening.url}${PATH}/query`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await centre.token()}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ assistantId: assistant.assistantId, question: QUESTION }),
    signal: leaving.signal,
  })
  await response.body!.getReader().read()
  leaving.abort()
  await expect.poll(() => server.aborted()).toBe(before + 1)
  const calls = async () =>
    (await centre.get<{ data: ModelCall[] }>('/v1/ai/model-calls?limit=1')).body.data[0]?.failure
  await expect.poll(calls).toBe('cancelled')
})

test('what a call for an assistant of some roles says is kept from who may not ask it', async () => {
  const other = await api.createTenant()
  await connectModel(other, server, { keepTextsDays: 30 })
  const asked = await openAssistant(api, other, { generatedAnswers: true, roles: ['BILLER'] })
  await asked.upload({ name: 'fees.txt', contents: FREE })
  const { modelCallIds } = await asked.ask(QUESTION)
  const shownTo = async (role: string) => {
    const person = await joinAs(api, other, { roles: [role] })
    return person.get<ModelCall>(`/v1/ai/model-calls/${modelCallIds[0]}`)
  }
  const auditors = await shownTo('AUDITOR')
  expect(auditors.body.withheld).toEqual(['knowledge:write'])
  expect(auditors.text).not.toContain('free of charge')
  expect((await shownTo('ADMINISTRATOR')).body).toMatchObject({
    withheld: [],
    prompt: expect.stringContaining(FREE) as string,
  })
})
