import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recommend } from '#agents/recommendations/get-recommendations.ts'
import { RULE_NAMES, ruleOf, scoreOf } from '#agents/recommendations/rules.ts'
import type { CareCoordinator } from '#agents/care-coordinator/schemas.ts'
import type { Recommendations } from '#agents/recommendations/schemas.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { permissionsIn } from '#platform/core/access/permissions.ts'
import { QUERIES } from '#agents/catalog/queries/index.ts'
import { operations } from '../../api/resources/index.ts'
import { createWorld, type World } from '../contract/world.ts'
import { actingIn, ALL_PERMISSIONS } from '../support/acting.ts'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'
import { ASKED_AT, recordsOfQueries } from './catalog/records-of-queries.ts'

const PATH = '/v1/ai/recommendations'

let api: TestApi
let centre: World
/** With a token of the day of the request. */
let client: ApiClient
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  for (const make of Object.values(recordsOfQueries(api))) await make(centre)
  api.clock.set(ASKED_AT)
  client = await api.createClient(centre.client.tenantId)
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const ask = async (query = '', caller = client) => {
  const { status, body, text } = await caller.get<Recommendations>(`${PATH}?${query}`)
  expect([status, text]).toEqual([200, text])
  return body
}

const allOf = (permissions: ReadonlySet<string>) =>
  read(
    actingIn(api, centre.client, { permissions: permissions as typeof ALL_PERMISSIONS }),
    'recommendations:read',
    (reader) => recommend(reader, {}),
  )

test('each rule recommends its case, with the highest score first', async () => {
  const { recommendations, total, generatedBy } = await ask('limit=100')
  expect(new Set(recommendations.map(({ rule }) => rule))).toEqual(new Set(RULE_NAMES))
  expect(recommendations).toHaveLength(total)
  expect(generatedBy).toBe('RULES')
  const scores = recommendations.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(recommendations.map(({ rank }) => rank)).toEqual(scores.map((_, at) => at + 1))
  const keys = recommendations.map(({ rule, recordId }) => `${rule} ${recordId}`)
  expect(new Set(keys).size).toBe(total)
})

describe.each(RULE_NAMES.map((name) => ({ name })))('$name', ({ name }) => {
  test('names an operation that exists', () => {
    const { operationId, method, path } = ruleOf(name)
    const operation = operations.find(({ id }) => id === operationId)
    expect([operation?.method.toUpperCase(), operation?.path]).toEqual([method, path])
  })

  test('is hidden from callers who may not read its sources', async () => {
    const { query } = ruleOf(name)
    for (const lost of permissionsIn(QUERIES[query]!.needs)) {
      const left = new Set([...ALL_PERMISSIONS].filter((permission) => permission !== lost))
      const found = await allOf(left)
      expect(found.length).toBeGreaterThan(0)
      expect(found.map(({ rule }) => rule)).not.toContain(name)
    }
  })

  test('can be requested alone and for one child', async () => {
    const { recommendations } = await ask(`rule=${name}`)
    expect(new Set(recommendations.map(({ rule }) => rule))).toEqual(new Set([name]))
    const { childId } = recommendations[0]!
    if (childId === null) return
    const own = await ask(`rule=${name}&childId=${childId}`)
    expect(own.recommendations.map((it) => it.childId)).toContain(childId)
    expect(new Set(own.recommendations.map((it) => it.childId)).size).toBe(1)
  })
})

test('a settled recommendation disappears', async () => {
  const { recommendations } = await ask('rule=ORDER_UNPAID')
  const { recordId } = recommendations[0]!
  expect((await client.post(`/v1/orders/${recordId}/cancel`, {})).status).toBe(200)
  const left = await ask('rule=ORDER_UNPAID')
  expect(left.recommendations.map((it) => it.recordId)).not.toContain(recordId)
})

test('another centre gets no recommendations', async () => {
  expect(await ask('', await api.createTenant())).toMatchObject({ total: 0, recommendations: [] })
})

test('the limit shortens the response but not the total', async () => {
  const { recommendations, total } = await ask('limit=1')
  expect(recommendations).toHaveLength(1)
  expect(total).toBeGreaterThan(1)
})

test.each([
  ['ORDER_UNPAID', '2027-02-01T09:00:00Z', 20],
  ['ORDER_UNPAID', '2027-01-17T09:00:00Z', 21],
  ['ORDER_UNPAID', '2020-01-01T09:00:00Z', 50],
  ['DEADLINE_NEAR', '2027-02-05', 70],
  ['DEADLINE_NEAR', '2027-01-30', 72],
  ['GOAL_STALLED', null, 35],
] as const)('%s since %s counts %d', (rule, since, score) => {
  expect(scoreOf(ruleOf(rule), since, new Date(ASKED_AT))).toBe(score)
})

describe('the care coordinator', () => {
  const coordinator = async () => {
    const { status, body, text } = await client.get<CareCoordinator>('/v1/agents/care-coordinator')
    expect([status, text]).toEqual([200, text])
    return body
  }

  test('has its rules, the most urgent items, and the latest runs', async () => {
    const run = await createWorld(api, client).agentRun()
    const { status, rules, nextActions, latestRuns } = await coordinator()
    expect(status).toBe('ACTIVE')
    expect(rules.map(({ rule, considered }) => [rule, considered])).toEqual(
      RULE_NAMES.map((rule) => [rule, true]),
    )
    const { recommendations } = await ask('limit=20')
    expect(nextActions).toEqual(recommendations)
    expect(latestRuns.map((run) => run.id)).toContain(run.id)
  })

  test('proposes nothing while agents are disabled', async () => {
    const { status } = await client.patch('/v1/organization', { agents: 'OFF' })
    expect(status).toBe(200)
    expect(await coordinator()).toMatchObject({ status: 'OFF', nextActions: [] })
  })
})
