/**
 * Plans in tables as large as those of 10,000,000 appointments, from the statistics of such a database.
 * bench/plans.md has the plans there.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import { createWorld } from '../contract/world.ts'
import { startApi, type TestApi } from '../support/api.ts'
import type { PlanNode } from '../support/plan-loops.ts'
import { readLargeTables, wholeReads, type LargeTables } from '../support/whole-reads.ts'
import { KIND_NAMES, KINDS, openSetting, type Setting } from './kinds.ts'
import { pretendLargeTables } from './large-tables.ts'
import { recordPlans } from './record-plans.ts'

let api: TestApi
let setting: Setting & AsyncDisposable
let record: Awaited<ReturnType<typeof recordPlans>>
let largeTables: LargeTables

beforeAll(async () => {
  api = await startApi({ webhookAllowedRanges: ['127.0.0.0/8'] })
  await pretendLargeTables(api)
  largeTables = await readLargeTables(api)
  record = await recordPlans(api, { analyze: false })
  setting = await openSetting(api, createWorld(api, await api.createTenant()))
})
afterAll(async () => {
  await setting[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

test('a statement without an index reads a large table from end to end', async () => {
  const [explained] = await api.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) SELECT FROM outbox WHERE subject_type = 'child'`,
  )
  expect(wholeReads(explained!['QUERY PLAN'][0].Plan, largeTables)).toEqual([
    'Seq Scan of all of outbox',
  ])
})

test('operations whose plans are kept, which know no values, are among those below', () => {
  const kept = operations.filter(({ plansOnce }) => plansOnce).map(({ id }) => id)
  expect(kept.toSorted()).toEqual([
    'cancelAppointment',
    'createAppointment',
    'createHold',
    'rescheduleAppointment',
    'signSessionNote',
  ])
})

/** Until PostgreSQL has chosen between the plan for the values of each call and one for all. */
const WARM_UPS = 6

describe('no large table is read from end to end to', () => {
  test.each(KIND_NAMES)('%s', async (kind) => {
    const work = await KINDS[kind](setting)
    for (let run = 0; run < WARM_UPS; run += 1) await work()
    const plans = await record(work)
    expect(plans.length).toBeGreaterThan(0)
    const found = plans.flatMap(({ text, plan }) =>
      wholeReads(plan, largeTables).map((it) => `${it}: ${text}`),
    )
    expect(found).toEqual([])
  })
})
