/**
 * Every metric compared with the slow reference, over a generated history with corrections, deletions, merges,
 * moved time zones, clock changes and appointments over midnight.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { METRIC_IDS } from '#analytics/metrics/metric-of.ts'
import { toMetricDefinition } from '#analytics/metrics/schemas.ts'
import { rollUp } from '#analytics/rollups/roll-up.ts'
import { seededRandom } from '../drills/random.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { createAsker, DAYS, questionsAbout } from './asking.ts'
import { createCast, createHistory } from './history.ts'
import { addOtherRecords } from './other-records.ts'
import { allFacts, expectedRows, factsFor, type Fact } from './reference.ts'
import { readRows } from './reference-rows.ts'

const EVENTS = 420
const KINDS = [
  'book',
  'correct',
  'move',
  'merge',
  'remove',
  'relocate',
  'moveCentre',
  'moveChild',
  'hold',
  'correctSession',
  'removeSession',
  'sign',
  'order',
  'pay',
  'refund',
  'changeOrder',
]

let api: TestApi
let asker: ReturnType<typeof createAsker>
let facts: Fact[]
let tenantId: string
const happened = new Set<string>()

beforeAll(async () => {
  api = await startApi()
  const random = seededRandom('every metric')
  const cast = await createCast(api)
  ;({ tenantId } = cast)
  asker = createAsker(api, await api.createClient(tenantId))
  const history = await createHistory(api, cast, random)
  for (let turn = 0; turn < EVENTS; turn += 1) {
    happened.add(await history.next())
    // The job runs at any time and processes any number of changes.
    if (random.next() < 0.1)
      await rollUp(api.services.platform, { batchSize: random.between(1, 40) })
  }
  await addOtherRecords(history.writer)
  await rollUp(api.services.platform)
  const now = api.services.platform.clock.now()
  facts = allFacts(await readRows(api, tenantId), { ...DAYS, now })
}, 300_000)
afterAll(() => api[Symbol.asyncDispose]())

test('the fixture contains every kind of record', () => {
  expect([...happened].toSorted()).toEqual(expect.arrayContaining(KINDS))
})

describe.each(METRIC_IDS)('%s', (metric) => {
  const definition = toMetricDefinition(metric)

  test.each(questionsAbout(definition))(
    'by $granularity and $groupBy equals the figures computed by hand',
    async (it) => {
      const expected = expectedRows(facts, it)
      expect(Object.keys(expected).length).toBeGreaterThan(0)
      const { found } = await asker.rows(it)
      expect(found).toEqual(expected)
    },
  )

  test('has a total over all rows', async () => {
    const all = { metric, ...DAYS, granularity: 'TOTAL', groupBy: [] }
    const expected = Object.entries(expectedRows(facts, all)).map(([key, sums]) => {
      const [above, below] = sums as [number, number?]
      const digits = definition.unit === 'RATIO' ? 10_000 : 10
      return {
        currency: key.split(' ').at(-1) || null,
        value: below === undefined ? above : Math.round((above / below) * digits) / digits,
      }
    })
    const { total } = await asker.rows({ ...all, groupBy: ['LOCATION'] })
    const shown = total.filter((it) => it.value !== 0 || definition.unit !== 'MONEY')
    expect(shown.map(({ currency, value }) => ({ currency, value }))).toEqual(expected)
  })

  test('matches the listed records', async () => {
    const all = { metric, ...DAYS, granularity: 'TOTAL', groupBy: [] }
    const counting = factsFor(facts, all).filter(({ adds }) => adds[metric]![0] !== 0)
    const currencies = new Set(counting.map(({ currency }) => currency))
    for (const currency of currencies) {
      const expected = counting.filter((it) => it.currency === currency)
      const { all: records, total } = await asker.records(metric, currency ? { currency } : {})
      expect(new Set(records.map((it) => it.recordId))).toEqual(
        new Set(expected.map(({ id }) => id)),
      )
      const sum = expected.reduce((before, { adds }) => before + adds[metric]![0], 0)
      expect(records.reduce((before, { amount }) => before + amount, 0)).toBe(sum)
      expect(total).toBe(sum)
      const places = records.map((it) => it.countedOn)
      expect(places).toEqual(places.toSorted())
    }
    if (definition.dividedBy === null) return
    const { all: below } = await asker.records(metric, { part: 'DENOMINATOR' })
    expect(below.reduce((before, { amount }) => before + amount, 0)).toBe(
      factsFor(facts, all).reduce((before, { adds }) => before + (adds[metric]![1] ?? 0), 0),
    )
  })
})
