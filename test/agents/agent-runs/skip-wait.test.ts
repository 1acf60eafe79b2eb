import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { refusal } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { carryOut, publishedAgent, runOf, startRun, stepsOf } from './support.ts'

/** In a test centre, waits of a run can be skipped, so an agent can be tried immediately. */

let api: TestApi
let centre: World
let live: World
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
  live = createWorld(api, await api.createTenant())
  await api.query('UPDATE tenants SET is_test = true WHERE tenant_id = $1', [
    centre.client.tenantId,
  ])
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const waiting = async (world: World, node: Json) => {
  const { id } = await publishedAgent(world, [
    { id: 'first', ...node },
    { id: 'late', type: 'NOTIFY', to: 'STARTER', text: 'Late' },
  ])
  const run = await startRun(api, world, id)
  expect(await carryOut(api, world, run)).toBe('WAITS')
  return run
}
const HOURS = { type: 'WAIT', for: { hours: 48 }, next: 'late' }
const EVENT = {
  type: 'WAIT',
  for: { eventType: 'settlement.failed', hours: 48 },
  onTimeout: 'late',
}
const APPROVAL = { type: 'APPROVAL', title: 'May it?', roles: ['ADMINISTRATOR'], onExpiry: 'late' }

test.each<[string, Json, Json]>([
  ['a time', HOURS, {}],
  ['an event, which then has not come', EVENT, {}],
  ['a decision, by its name', APPROVAL, { node: 'first' }],
])('skips the wait for %s', async (_, node, body) => {
  const run = await waiting(centre, node)
  const { status, text } = await centre.client.post(`/v1/agent-runs/${run.id}/skip-wait`, body)
  expect(status, text).toBe(200)
  expect(await carryOut(api, centre, run, { node: 'first' })).toBe('OVER')
  expect((await stepsOf(centre, run)).map(({ node: done }) => done)).toEqual(['first', 'late'])
  expect(await runOf(centre, run)).toMatchObject({ status: 'SUCCEEDED' })
  const again = await centre.client.post(`/v1/agent-runs/${run.id}/skip-wait`, body)
  expect(refusal(again as never)).toEqual([409, 'invalid_transition'])
})

test('skips only named approvals, and refuses nodes that are not waiting', async () => {
  const run = await waiting(centre, APPROVAL)
  const path = `/v1/agent-runs/${run.id}/skip-wait`
  expect(refusal((await centre.client.post(path)) as never)).toEqual([409, 'invalid_transition'])
  const other = await centre.client.post(path, { node: 'late' })
  expect(refusal(other as never)).toEqual([400, 'validation_failed', 'node: not_found'])
})

test('is refused in a live centre', async () => {
  const run = await waiting(live, HOURS)
  const refused = await live.client.post(`/v1/agent-runs/${run.id}/skip-wait`)
  expect(refusal(refused as never)).toEqual([409, 'test_centre_required'])
  expect(await runOf(live, run)).toMatchObject({ status: 'WAITING' })
})

test('is refused to callers who lack the rights of the run', async () => {
  const run = await waiting(centre, HOURS)
  const narrow = await api.createClient(centre.client.tenantId, { scopes: ['ai.read'] })
  const { status } = await narrow.post(`/v1/agent-runs/${run.id}/skip-wait`)
  expect(status).toBe(403)
})
