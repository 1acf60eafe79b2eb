import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelCall } from '#knowledge/model-calls/schemas.ts'
import { claiming, connectModel } from '../../knowledge/generation/support.ts'
import { openAssistant, type OpenAssistant } from '../../knowledge/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { startModelServer, type Asked, type ModelServer } from '../../support/model-server.ts'
import { askAs, openQueens, TOOLS } from './support.ts'

const QUESTION = 'Could you check if Mia has something booked soon?'

let api: TestApi
let server: ModelServer
let client: ApiClient
let centre: Awaited<ReturnType<typeof openQueens>>
let assistant: OpenAssistant
let appointmentId: string
let consentId: string

beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  client = await api.createTenant()
  await connectModel(client, server)
  centre = await openQueens(api, client)
  const { world, child, book } = centre
  appointmentId = (await book(child.id, '2026-12-01T10:00:00-05:00')).id
  const mother = await world.family()
  const guardianship = { childId: child.id, clientId: mother.id, relationship: 'MOTHER' }
  await world.make('/v1/guardianships', { ...guardianship, legal: true })
  const consent = await world.make('/v1/consents', {
    childId: child.id,
    kind: 'AI_PROCESSING',
    grantedById: mother.id,
    grantedAt: '2026-11-01T10:00:00+01:00',
    evidence: 'Signed form.',
  })
  consentId = consent.id
  assistant = await openAssistant(api, client, { tools: TOOLS, generatedAnswers: true })
  await assistant.upload({
    name: 'late.txt',
    contents: 'Appointments can be cancelled until 24 hours before they begin.',
  })
})

afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** The sentences that a tool has returned to the model. */
const readBy = ({ messages }: Asked): { passage: string; text: string }[] =>
  messages
    .filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => {
      const text = String(content)
      return text.startsWith('{') ? JSON.parse(text).passages : []
    })

const reads = (input: object) => ({ tool: 'read_records', input })

/** A model that reads the next appointment of the first name, and quotes what it read. */
const quoting =
  (claim: (text: string) => string = (text) => text) =>
  (asked: Asked) => {
    const [read] = readBy(asked)
    if (!read) return reads({ question: 'NEXT_APPOINTMENT', person: '[NAME_1]' })
    return claiming({ text: claim(read.text), passage: read.passage, quote: read.text })
  }

test('a model reads records for a question in other words, and its claims are verified', async () => {
  server.reply(quoting())
  const before = server.asked.length
  const answer = await assistant.ask(QUESTION)
  expect(answer).toMatchObject({
    id: null,
    notFound: false,
    generated: true,
    model: { name: 'Scripted' },
    childId: centre.child.id,
    statements: [
      {
        text: expect.stringMatching(/^Next appointment of Mia: .* at 10:00/),
        records: expect.arrayContaining([expect.objectContaining({ id: appointmentId })]),
      },
    ],
    context: { kind: 'NEXT_APPOINTMENT', childId: centre.child.id },
  })
  expect(answer.modelCallIds).toHaveLength(2)
  const sent = JSON.stringify(server.asked.slice(before).map(({ messages }) => messages))
  for (const word of ['Mia', 'Weiss', 'Anna', centre.child.id]) expect(sent).not.toContain(word)
  const { body: call } = await client.get<ModelCall>(`/v1/ai/model-calls/${answer.modelCallIds[1]}`)
  expect(call.sentIds).toContain(centre.child.id)
})

test('records and documents stand in one answer', async () => {
  server.reply((asked) => {
    const [read] = readBy(asked)
    if (!read) return reads({ question: 'NEXT_APPOINTMENT', person: '[NAME_1]' })
    const { passages } = JSON.parse(asked.prompt) as {
      passages: { passage: string; text: string }[]
    }
    const quote = passages[0]!
    return claiming(
      { text: read.text, passage: read.passage, quote: read.text },
      { text: quote.text, passage: quote.passage, quote: quote.text },
    )
  })
  const answer = await assistant.ask('Is Mia booked soon? Can the appointments be cancelled?')
  expect(answer.statements).toHaveLength(1)
  expect(answer.citations).toHaveLength(1)
  expect(answer.answer).toMatch(/^Next appointment of Mia.* before they begin\.$/)
})

test.each([
  ['another day', (text: string) => text.replace('1 December', '2 December')],
  ['markup', (text: string) => `${text} <b>Mia</b>`],
  ['a link', (text: string) => `${text} [more](http://evil.example)`],
])('a claim with %s that the records do not contain is dropped', async (_, claim) => {
  server.reply(quoting(claim))
  const answer = await assistant.ask(QUESTION)
  expect(answer.statements).toEqual([])
  expect(answer.notFound).toBe(true)
})

test.each([
  ['another child', { question: 'NEXT_APPOINTMENT', person: 'Otto' }],
  ['another location', { question: 'LOCATION_APPOINTMENTS', period: 'TODAY', location: 'Bronx' }],
  ['an unknown question', { question: 'all_records' }],
  ['more than the schema', { question: 'AGE', person: '[NAME_1]', childId: 'chd_1' }],
])('a model that obeys a document and asks for %s gets nothing', async (_, input) => {
  await centre.world.make('/v1/children', {
    firstName: 'Otto',
    lastName: 'Zander',
    birthDate: '2020-02-02',
  })
  let calls = 0
  server.reply(() => (calls++ === 0 ? reads(input) : { text: '{"claims": []}' }))
  const answer = await assistant.ask(QUESTION)
  expect(answer).toMatchObject({ statements: [], notFound: true })
  expect(readBy(server.asked.at(-1)!)).toEqual([])
})

test('a model reads only what the person who asks can see', async () => {
  const mei = await centre.world.provider({ name: 'Mei Tanaka' })
  const scopes = ['children', 'bookings', 'sessions', 'ai'] as const
  const bound = await api.createClient(client.tenantId, { scopes: [...scopes], providerId: mei.id })
  server.reply((asked) =>
    asked.messages.some(({ role }) => role === 'tool')
      ? { text: '{"claims": []}' }
      : quoting()(asked),
  )
  const answer = await askAs(bound, assistant.assistantId)(QUESTION)
  expect(answer).toMatchObject({ statements: [], notFound: true })
  expect(readBy(server.asked.at(-1)!)).toEqual([])
})

test('a model that calls tools without an end gives no answer', async () => {
  server.reply(() => reads({ question: 'AGE', person: '[NAME_1]' }))
  const answer = await assistant.ask(QUESTION)
  expect(answer).toMatchObject({ statements: [], fallbackReason: 'invalid_answer' })
})

test('nothing about a child reaches a model without consent', async () => {
  await client.post(`/v1/consents/${consentId}/revoke`, { reason: 'Withdrawn.' })
  server.reply(quoting())
  const before = server.asked.length
  const answer = await assistant.ask(QUESTION)
  expect(answer).toMatchObject({ statements: [], fallbackReason: 'consent_missing' })
  expect(server.asked).toHaveLength(before + 1)
  // Without a model it needs none.
  expect((await assistant.ask('When is Mia’s next appointment?')).statements).toHaveLength(1)
})
