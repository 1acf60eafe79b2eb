import { afterAll, beforeAll, expect, test } from 'vitest'
import { runNode } from '#agents/agent-runs/loop/run-loop.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { createWorld, type World } from '../../contract/world.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { publishedAgent, startRun, stepsOf } from './support.ts'

let api: TestApi
let centre: World
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const ITEMS = Array.from({ length: 12 }, (_, index) => index + 1)

/** Statistics of this file's database. They are updated shortly after a transaction. */
const deadlocks = async (): Promise<number> => {
  await api.query('SELECT pg_stat_force_next_flush()', [])
  const [row] = await api.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    [],
  )
  return Number(row!.deadlocks)
}

test('parallel items of a run lock in the same order and cannot deadlock', async () => {
  const before = await deadlocks()
  const { id } = await publishedAgent(centre, [
    { id: 'each', type: 'FOR_EACH', items: `[${ITEMS.join(', ')}]`, body: 'odd' },
    { id: 'odd', type: 'CONDITION', when: 'item % 2 == 1' },
  ])
  const { tenantId } = centre.client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'runNode' })
  for (let round = 0; round < 5; round += 1) {
    const run = await startRun(api, centre, id)
    await runNode(ctx, { runId: run.id, node: 'each', item: 0 })
    await Promise.all(ITEMS.map((item) => runNode(ctx, { runId: run.id, node: 'odd', item })))
    expect(await stepsOf(centre, run)).toHaveLength(ITEMS.length + 1)
  }
  expect((await deadlocks()) - before).toBe(0)
})
