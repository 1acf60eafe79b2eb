/** What requests and background work cost, counted instead of timed: budget.md has the limits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../contract/world.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { budgetIn, type Costs } from './budget.ts'
import { KIND_NAMES, KINDS, openSetting, type Setting } from './kinds.ts'
import { pretendLargeTables } from './large-tables.ts'
import { COUNTERS, costOf, type Cost } from './measure.ts'

/** These follow from the code alone, so they equal the table. */
const EXACT: ReadonlySet<keyof Cost> = new Set(['statements'])
/**
 * How much more than the table the others may be: PostgreSQL chooses plans, ids and times have different lengths,
 * and a quick answer comes before the next statement of a flight is sent.
 */
const SCATTER = 1.35

let api: TestApi
const { read, write } = budgetIn('budget.md', COUNTERS)
let budget: Costs<keyof Cost>
let setting: Setting & AsyncDisposable
const measured: Costs<keyof Cost> = {}

beforeAll(async () => {
  api = await startApi({ webhookAllowedRanges: ['127.0.0.0/8'] })
  // Tables of a test are so small that PostgreSQL reads them whole or by any index, as their statistics happen to be.
  await pretendLargeTables(api)
  setting = await openSetting(api, createWorld(api, await api.createTenant()))
  budget = await read()
})
afterAll(async () => {
  await setting[Symbol.asyncDispose]()
  if (process.env['WRITE_BUDGET']) await write(measured)
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

describe('what it costs to', () => {
  test.each(KIND_NAMES)('%s is in the budget', async (kind) => {
    const measure = async () => costOf(api, await KINDS[kind](setting))
    let cost = await measure()
    measured[kind] = cost
    if (process.env['WRITE_BUDGET']) return
    const allowed = budget[kind]!
    const dearerOnes = () =>
      COUNTERS.filter((counter) =>
        EXACT.has(counter)
          ? cost[counter] !== allowed[counter]
          : cost[counter] > allowed[counter] * SCATTER,
      )
    // Other tests of the server matter for a moment: after a checkpoint the first change of each page is logged as the
    // whole page, and dead rows are read as long as a transaction anywhere may see them.
    if (dearerOnes().length > 0) cost = await measure()
    const dearer = dearerOnes()
    expect(
      dearer,
      `${JSON.stringify(cost)}, and the table says ${JSON.stringify(allowed)}`,
    ).toEqual([])
  })
})
