import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../../dev/paths.ts'
import { DRY_RUNS } from '../../api/http/dry-run.ts'
import { operations } from '../../api/resources/index.ts'
import { RECORDS } from '#vocabulary/resources.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { validCall } from './scenarios.ts'
import { createWorld, requestOf, type World } from './world.ts'

/** The responses of everything that accepts dryRun. */

let api: TestApi
let world: World

beforeAll(async () => {
  api = await startApi()
  world = createWorld(api, await api.createTenant())
  await world.make('/v1/cancellation-policies', {
    name: 'Late',
    windows: [{ notice: 'P60D', fee: { percent: 50 } }],
    noShowFee: { percent: 100 },
  })
})
afterAll(() => api[Symbol.asyncDispose]())

const REHEARSED = operations.filter(
  ({ query }) => query instanceof z.ZodObject && 'dryRun' in query.shape,
)
/** The id of a hold is shown beside that of its appointment. */
const idColumn = (kind: string) => (kind === 'hold' ? 'hold_id' : 'id')

const TABLES = Object.entries(RECORDS).map(([kind, { prefix, table }]) => ({
  prefix,
  find: `SELECT 1 FROM ${table} WHERE ${idColumn(kind)} = $1`,
}))

test('several operations support dry runs, and the parameter and the guide name them', async () => {
  const calls = REHEARSED.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()
  expect(calls.length).toBeGreaterThan(8)
  expect(DRY_RUNS.toSorted()).toEqual(calls)
  const guide = readFileSync(path.join(root, 'docs/guides/dry-runs.md'), 'utf8')
  const [table = ''] = guide.split('| instead of |')
  const listed = [...table.matchAll(/`((?:POST|PATCH) [^`]+)`/g)].map(([, call]) => call!)
  expect(listed.toSorted()).toEqual(calls)
  const { body } = await world.client.post<{ detail: string }>('/v1/appointments?dryRun=true', {})
  for (const call of [...calls, 'GET /v1/availability']) expect(body.detail).toContain(call)
})

test.each(REHEARSED.map((operation) => [operation.id, operation] as const))(
  '%s reports the dry run first and names no record that does not exist',
  async (_, operation) => {
    const call = await validCall(operation, world)
    const query = { ...call.query, dryRun: 'true' }
    const { status, body } = await world.client.send<object>(
      requestOf(operation, { ...call, query }),
    )
    expect([status, body]).toMatchObject([200, { dryRun: true }])
    expect(Object.keys(body)[0]).toBe('dryRun')
    const ids = JSON.stringify(body).match(/\b[a-z]{3}_[0-9a-z]{26}\b/g) ?? []
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) {
      const table = TABLES.find(({ prefix }) => id.startsWith(`${prefix}_`))
      expect(await api.query(table!.find, [id]), id).toHaveLength(1)
    }
    const done = await world.client.send<object>(requestOf(operation, call))
    expect([done.status, Object.entries(done.body)[0]]).toEqual([
      operation.status,
      ['dryRun', false],
    ])
  },
)
