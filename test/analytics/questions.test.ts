import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rollUp } from '#analytics/rollups/roll-up.ts'
import type { LocationAnalytics } from '#analytics/figures/schemas.ts'
import type { AnalyticsAnswer } from '#analytics/questions/schemas.ts'
import { seededRandom } from '../drills/random.ts'
import { archiveModels, connectModel } from '../knowledge/generation/support.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { startModelServer, type ModelServer } from '../support/model-server.ts'
import { createCast, createHistory, type Cast } from './history.ts'

const QUESTION = 'How many appointments were cancelled at each place, week by week?'
const DAYS = { startsOn: '2026-10-18', endsOn: '2026-11-12' }
const UNDERSTOOD = {
  ...DAYS,
  metrics: ['CANCELLATIONS', 'NO_SHOWS'],
  granularity: 'WEEK',
  groupBy: ['LOCATION'],
  comparison: 'PREVIOUS_PERIOD',
  locations: null,
  services: null,
}

let api: TestApi
let server: ModelServer
let cast: Cast
let centre: ApiClient

beforeAll(async () => {
  server = await startModelServer()
  api = await startApi({ modelHosts: [server.host] })
  cast = await createCast(api)
  centre = await api.createClient(cast.tenantId)
  const history = await createHistory(api, cast, seededRandom('asked'))
  for (let turn = 0; turn < 200; turn += 1) await history.next()
  await rollUp(api.services.platform)
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

beforeEach(async () => {
  server.asked.length = 0
  server.reply(() => ({ text: JSON.stringify(UNDERSTOOD) }))
  await archiveModels(centre)
  await connectModel(centre, server, { dataPolicy: 'REDACTED' })
})

const ask = async (question = QUESTION, client = centre) => {
  const { status, body, text } = await client.post<AnalyticsAnswer>('/v1/ai/analytics', {
    question,
  })
  expect([status, text, api.errors]).toEqual([200, text, []])
  return body
}

const says = (...answers: (string | object)[]) => {
  const left = answers.map((it) => (typeof it === 'string' ? it : JSON.stringify(it)))
  server.reply(() => ({ text: left.length > 1 ? left.shift()! : left[0]! }))
}

test('a question returns the figures of the metrics it asks for', async () => {
  const answer = await ask()
  const query = 'metrics=CANCELLATIONS,NO_SHOWS&granularity=WEEK&groupBy=LOCATION'
  const { body: figures } = await centre.get<LocationAnalytics>(
    `/v1/analytics/locations?startsOn=${DAYS.startsOn}&endsOn=${DAYS.endsOn}&comparison=PREVIOUS_PERIOD&${query}`,
  )
  expect(figures.data.length).toBeGreaterThan(3)
  const { currentAt: _, ...counted } = figures
  expect(answer).toMatchObject({
    question: QUESTION,
    figures: counted,
    understoodAs: {
      metrics: UNDERSTOOD.metrics,
      comparison: 'PREVIOUS_PERIOD',
      locationIds: null,
      serviceIds: null,
    },
    unansweredBecause: null,
    nearestMetrics: [],
    model: { name: 'Scripted' },
  })
  const call = await centre.get(`/v1/ai/model-calls/${answer.modelCallIds[0]}`)
  expect(call.body).toMatchObject({ purpose: 'AGENT', status: 'SUCCEEDED' })
})

test('the model gets definitions, places and the date, but no figure', async () => {
  const figures = (await ask()).figures!
  const { system, prompt } = server.asked[0]!
  expect(prompt).toBe(QUESTION)
  expect(system).toMatch(/Today is \d{4}-\d\d-\d\d/)
  expect(system).toContain('NO_SHOWS (')
  for (const { name } of figures.locations) expect(system).toContain(`: ${name}`)
  expect(system).not.toMatch(/loc_|\[ID/)
  expect(server.asked).toHaveLength(1)
})

test('a question about one place returns its figures only', async () => {
  const all = (await ask()).figures!.locations
  const key = /(L\d+): /.exec(server.asked[0]!.system)![1]!
  says({ ...UNDERSTOOD, locations: [key] })
  const { figures, understoodAs } = await ask()
  expect(figures!.locations).toEqual([all[Number(key.slice(1)) - 1]])
  expect(understoodAs!.locationIds).toEqual(figures!.locations.map(({ id }) => id))
})

test.each<[string, string | object, string]>([
  ['words', 'About twelve.', 'not one JSON object'],
  ['SQL', { sql: 'SELECT * FROM children' }, 'Invalid input'],
  [
    'a metric that does not exist',
    { ...UNDERSTOOD, metrics: ['CHILDREN'] },
    'metric CHILDREN does not exist',
  ],
  [
    'another centre’s location',
    { ...UNDERSTOOD, locations: ['L999'] },
    'location or service L999 does not exist',
  ],
  [
    'a location as a service',
    { ...UNDERSTOOD, services: ['L1'] },
    'location or service L1 does not exist',
  ],
  ['days that are too many', { ...UNDERSTOOD, granularity: 'DAY', startsOn: '2020-01-01' }, '92'],
  ['no day', { ...UNDERSTOOD, startsOn: '2026-02-30' }, 'startsOn'],
  [
    'a grouping that it does not have',
    { ...UNDERSTOOD, groupBy: ['STAGE'] },
    'cannot be grouped by STAGE',
  ],
])('a model that says %s is corrected once', async (_, wrong, told) => {
  says(wrong, UNDERSTOOD)
  const answer = await ask()
  expect(answer.figures).not.toBeNull()
  expect(answer.modelCallIds).toHaveLength(2)
  expect(JSON.stringify(server.asked[1]!.messages)).toContain(told)

  says(wrong)
  const unanswered = await ask()
  expect(unanswered).toMatchObject({ figures: null, unansweredBecause: 'not_understood' })
  expect(unanswered.nearestMetrics.map(({ metric }) => metric)).toContain('CANCELLATIONS')
})

test('a question without a matching metric returns similar metrics', async () => {
  says({ cannotAnswer: true, nearest: ['NO_SHOWS', 'SECRETS'] })
  const { figures, unansweredBecause, nearestMetrics } = await ask('Why do families not come?')
  expect([figures, unansweredBecause]).toEqual([null, 'not_a_metric'])
  expect(nearestMetrics.map(({ metric }) => metric)).toEqual(['NO_SHOWS'])
})

test('without a model, the nearest metrics are found by their words', async () => {
  await archiveModels(centre)
  const answer = await ask('How often did providers not show up?')
  expect(answer).toMatchObject({ figures: null, unansweredBecause: 'no_model', model: null })
  expect(answer.nearestMetrics).toHaveLength(3)
  expect(answer.nearestMetrics.map(({ metric }) => metric)).toContain('PROVIDER_NO_SHOWS')
  expect((await ask('¿Qué tal?')).nearestMetrics).toEqual([])
})

test('a question is answered even if the model does not respond', async () => {
  server.reply(() => ({ status: 500 }))
  expect(await ask()).toMatchObject({ figures: null, unansweredBecause: 'provider_error' })
})

test('a child named in the question is not sent to the model without consent', async () => {
  const name = { firstName: 'Lena', lastName: 'Weiss' }
  const { body } = await centre.post<{ id: string }>('/v1/children', {
    ...name,
    birthDate: '2019-04-03',
  })
  expect(await ask(`How many appointments of ${body.id} were cancelled?`)).toMatchObject({
    unansweredBecause: 'consent_missing',
    modelCallIds: [],
  })
  await ask('How many appointments of Lena Weiss were cancelled?')
  expect(JSON.stringify(server.asked.map((it) => it.body))).not.toMatch(/Lena|Weiss/)
})

test('the model does not learn the places of another centre', async () => {
  const figures = (await ask()).figures!
  server.asked.length = 0
  const other = await api.createTenant()
  await connectModel(other, server, { dataPolicy: 'REDACTED' })
  await ask(QUESTION, other)
  const { system } = server.asked[0]!
  for (const { name } of figures.locations) expect(system).not.toContain(`: ${name}\n`)
})
