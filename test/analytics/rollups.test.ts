import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { METRIC_IDS, metricOf } from '#analytics/metrics/metric-of.ts'
import { familiesOf } from '#analytics/metrics/metric.ts'
import { KEPT_FAMILIES } from '#analytics/families/kept-families.ts'
import { beginRebuild } from '#analytics/rollups/begin-rebuild.ts'
import { continueRebuild } from '#analytics/rollups/continue-rebuild.ts'
import { rebuild } from '#analytics/rollups/rebuild.ts'
import { rollUp } from '#analytics/rollups/roll-up.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { seededRandom } from '../drills/random.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { createAsker, DAYS } from './asking.ts'
import { createCast, createHistory, type Cast } from './history.ts'
import { allFacts, expectedRows } from './reference.ts'
import { readRows } from './reference-rows.ts'

const EVENTS = 240
/** Metrics that are read only from stored sums. */
const KEPT = METRIC_IDS.filter((id) => familiesOf(metricOf(id)).every((it) => it in KEPT_FAMILIES))

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const keptRows = async (tenantId: string) => {
  const rows = (table: string) =>
    api.query(`SELECT * FROM ${table} WHERE tenant_id = $1 ORDER BY 2, 3, 4, 5, 6`, [tenantId])
  return [...(await rows('analytics_days')), ...(await rows('analytics_months'))]
}

describe.each(['one', 'two', 'three'])('a history generated from the seed %s', (seed) => {
  const random = seededRandom(seed)
  let cast: Cast

  beforeAll(async () => {
    cast = await createCast(api)
    const history = await createHistory(api, cast, random)
    for (let turn = 0; turn < EVENTS; turn += 1) {
      await history.next()
      // The job runs at any time and processes any number of changes.
      if (random.next() < 0.1)
        await rollUp(api.services.platform, { batchSize: random.between(1, 40) })
    }
    await rollUp(api.services.platform)
  }, 300_000)
  const ctx = () =>
    systemContext(api.services.platform, { tenantId: cast.tenantId, action: 'test' })

  test.each(KEPT)('has the same %s as a computation by hand', async (metric) => {
    const now = api.services.platform.clock.now()
    const facts = allFacts(await readRows(api, cast.tenantId), { ...DAYS, now })
    const { rows } = createAsker(api, await api.createClient(cast.tenantId))
    for (const asked of [
      { metric, ...DAYS, granularity: 'DAY', groupBy: ['LOCATION', 'PAYER'] },
      { metric, ...DAYS, granularity: 'MONTH', groupBy: ['PROVIDER'] },
    ])
      expect((await rows(asked)).found).toEqual(expectedRows(facts, asked))
  })

  test('gives the same rows when it is rebuilt, even after an interruption', async () => {
    const before = await keptRows(cast.tenantId)
    expect(before.length).toBeGreaterThan(100)
    expect(await beginRebuild(ctx())).toEqual({ isNew: true })
    expect(await continueRebuild(ctx())).toMatchObject({ family: 'APPOINTMENTS' })
    expect(await beginRebuild(ctx())).toEqual({ isNew: false })
    expect(await rebuild(ctx())).toBeGreaterThan(6)
    expect(await keptRows(cast.tenantId)).toEqual(before)
    expect(await continueRebuild(ctx())).toBeNull()
  })

  test('gives the same rows again after all were lost', async () => {
    const before = await keptRows(cast.tenantId)
    for (const table of ['analytics_days', 'analytics_months'])
      await api.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [cast.tenantId])
    await beginRebuild(ctx())
    await rollUp(api.services.platform)
    expect(await keptRows(cast.tenantId)).toEqual(before)
  })
})
