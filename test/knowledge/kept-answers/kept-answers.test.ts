import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeptAnswer } from '#knowledge/kept-answers/schemas.ts'
import { purgeOne } from '#platform/maintenance/purge-expired.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { openAssistant, PATH, type OpenAssistant } from '../support.ts'

const ANSWERS = '/v1/ai/answers'
const FREE = 'Appointments can be cancelled free of charge until 24 hours before they begin.'
const QUESTION = 'How late can we cancel an appointment?'

let api: TestApi
let centre: ApiClient
let assistant: OpenAssistant

beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  assistant = await openAssistant(api, centre)
  await assistant.upload({ name: 'fees.txt', contents: FREE })
})

afterAll(() => api[Symbol.asyncDispose]())

const kept = async (id: string | null, client = centre): Promise<KeptAnswer> => {
  const { status, body, text } = await client.get<KeptAnswer>(`${ANSWERS}/${id}`)
  expect([status, text]).toEqual([200, text])
  return body
}

const listed = async (query: string, client = centre): Promise<string[]> => {
  const { body } = await client.get<{ data: KeptAnswer[] }>(`${ANSWERS}?${query}`)
  return body.data.map(({ id }) => id)
}

test('an answer is stored unchanged for ninety days', async () => {
  const { id, citations, confidence } = await assistant.ask(QUESTION)
  const answer = await kept(id)
  expect(answer).toMatchObject({
    assistantId: assistant.assistantId,
    assistantVersion: 1,
    question: QUESTION,
    answer: FREE,
    citations,
    confidence,
    notFound: false,
    childId: null,
    askedBy: centre.clientId,
    rating: null,
    correction: null,
  })
  const days = (Date.parse(answer.expiresAt) - Date.parse(answer.createdAt)) / 86_400_000
  expect(days).toBe(90)
})

test('nothing is stored from the next question on if the assistant disables it', async () => {
  const silent = await openAssistant(api, centre, { keepAnswersDays: 0 })
  expect((await silent.ask(QUESTION)).id).toBeNull()
  await centre.patch(`/v1/ai/assistants/${silent.assistantId}`, { keepAnswersDays: 1 })
  expect((await silent.ask(QUESTION)).id).not.toBeNull()
  expect(await listed(`assistantId=${silent.assistantId}`)).toHaveLength(1)
})

test('answers can be rated, corrected, and filtered by their rating', async () => {
  const other = await openAssistant(api, centre)
  await other.upload({ name: 'fees.txt', contents: FREE })
  const found = (await other.ask(QUESTION)).id
  const missed = (await other.ask('Where is the elephant house?')).id
  const rated = await centre.post<KeptAnswer>(`${ANSWERS}/${found}/rate`, {
    helpful: false,
    reason: 'The fee has changed.',
  })
  expect(rated.body.rating).toMatchObject({
    helpful: false,
    reason: 'The fee has changed.',
    ratedBy: centre.clientId,
  })
  const corrected = await centre.post<KeptAnswer>(`${ANSWERS}/${found}/correct`, {
    text: 'Until 48 hours before.',
  })
  expect(corrected.body).toMatchObject({
    answer: FREE,
    correction: { text: 'Until 48 hours before.', correctedBy: centre.clientId },
  })
  const of = (filter: string) => listed(`assistantId=${other.assistantId}&${filter}`)
  expect(await of('rated=true')).toEqual([found])
  expect(await of('rated=false')).toEqual([missed])
  expect(await of('rating=NOT_HELPFUL')).toEqual([found])
  expect(await of('rating=HELPFUL')).toEqual([])
  expect(await of('corrected=true')).toEqual([found])
  expect(await of('notFound=true')).toEqual([missed])
  expect(await of('createdAt[lt]=2020-01-01T00:00:00Z')).toEqual([])
  const trail = await api.query(`SELECT to_jsonb(e) AS row FROM audit_entries e`)
  for (const text of ['The fee has changed.', 'Until 48 hours before.', 'elephant'])
    expect(JSON.stringify(trail)).not.toContain(text)
})

test('people see and rate only their own answers, and knowledge managers see all', async () => {
  const [asking, other, manager] = await Promise.all(
    ['SCHEDULER', 'BILLER', 'ADMINISTRATOR'].map((role) => joinAs(api, centre, { roles: [role] })),
  )
  const { body } = await asking!.post<{ id: string }>(`${PATH}/query`, {
    assistantId: assistant.assistantId,
    question: QUESTION,
  })
  const path = `${ANSWERS}/${body.id}`
  const statuses = async (of: typeof asking) => [
    (await of!.get(path)).status,
    (await of!.post(`${path}/rate`, { helpful: true })).status,
    (await of!.post(`${path}/correct`, { text: 'Otherwise.' })).status,
  ]
  expect(await statuses(asking)).toEqual([200, 200, 403])
  expect(await statuses(other)).toEqual([404, 404, 403])
  expect(await statuses(manager)).toEqual([200, 200, 200])
  const { body: theirs } = await other!.get<{ data: [] }>(ANSWERS)
  expect(theirs.data).toEqual([])
})

test('an answer and its correction are withheld once the assistant is closed to the person', async () => {
  const other = await openAssistant(api, centre)
  await other.upload({ name: 'fees.txt', contents: FREE })
  const asking = await joinAs(api, centre, { roles: ['SCHEDULER'] })
  const { body } = await asking.post<{ id: string }>(`${PATH}/query`, {
    assistantId: other.assistantId,
    question: QUESTION,
  })
  await centre.post(`${ANSWERS}/${body.id}/correct`, { text: 'Until 48 hours before.' })
  const shown = async () => (await asking.get<KeptAnswer>(`${ANSWERS}/${body.id}`)).text
  expect(await shown()).toContain('Until 48 hours before.')
  const path = `/v1/ai/assistants/${other.assistantId}`
  expect((await centre.patch(path, { roles: ['BILLER'] })).status).toBe(200)
  expect((await centre.post(`${path}/publish`)).status).toBe(200)
  expect(await shown()).not.toMatch(/Until 48 hours before|free of charge/)
})

test('an answer is deleted at the end of its retention', async () => {
  const { id } = await assistant.ask(QUESTION)
  await api.query(`UPDATE kept_answers SET expires_at = $2 WHERE id = $1`, [
    id,
    new Date(api.clock.now().getTime() - 1_000),
  ])
  expect(await purgeOne(api.services.platform, 'keptAnswers')).toBe(1)
  expect((await centre.get(`${ANSWERS}/${id}`)).status).toBe(404)
})
