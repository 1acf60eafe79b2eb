import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_SCOPES } from '#platform/core/access/permissions.ts'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../support/api.ts'

let api: TestApi
let client: ApiClient
beforeAll(async () => {
  api = await startApi()
  // Without the event of a granted signature, which would wait in the outbox.
  client = await api.createTenant({ scopes: [...DEFAULT_SCOPES] })
})
afterAll(() => api?.[Symbol.asyncDispose]())

/** PostgreSQL's class 53, each error raised by PostgreSQL itself. */
const CODES = [
  ['53000', 'other'],
  ['53100', 'disk'],
  ['53200', 'memory'],
  ['53300', 'connections'],
  ['53400', 'other'],
] as const

/** Each uses another path to the database: Prisma, the SQL of the hot path, the journal of reads. */
const WAYS: readonly [what: string, table: string, call: () => Promise<ApiAnswer>][] = [
  ['a write by Prisma', 'locations', () => client.post('/v1/locations', LOCATION)],
  [
    'a write whose key is claimed',
    'idempotency_keys',
    () => client.post('/v1/locations', LOCATION),
  ],
  ['a write whose event is stored', 'outbox', () => client.post('/v1/children', CHILD)],
  ['a read whose audit row is stored', 'audit_entries', () => client.get('/v1/children')],
  ['a call that is counted', 'rate_limits', () => api.anonymous().get('/v1/children')],
]
const LOCATION = { name: 'Mitte', timeZone: 'Europe/Berlin' }
const CHILD = { firstName: 'Ada', lastName: 'Byron', birthDate: '2021-05-01' }

describe.each(CODES)('SQLSTATE %s', (code, resource) => {
  test.each(WAYS)('turns %s into a 503 with a time to retry', async (_what, table, call) => {
    await using _shortage = await shortOf(table, code)
    const answer = await call()
    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.text).not.toContain('shortage of the test')
    expect(await readiness()).toMatchObject({ status: 'degraded', shortage: resource })
  })
})

test('/readyz names a shortage until no request has hit it for 15 seconds', async () => {
  {
    await using _shortage = await shortOf('locations', '53100')
    expect((await client.post('/v1/locations', LOCATION)).status).toBe(503)
  }
  expect(await readiness()).toMatchObject({ status: 'degraded', shortage: 'disk' })
  expect((await client.post('/v1/locations', LOCATION)).status).toBe(201)
  api.clock.advance(16_000)
  expect(await readiness()).toMatchObject({ status: 'ok', shortage: null })
})

const readiness = async () => (await api.anonymous().get('/readyz')).body

const shortOf = async (table: string, code: string): Promise<AsyncDisposable> => {
  await api.query(`CREATE FUNCTION run_out() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'shortage of the test' USING ERRCODE = '${code}'; END $$`)
  await api.query(`CREATE TRIGGER run_out BEFORE INSERT OR UPDATE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION run_out()`)
  return {
    [Symbol.asyncDispose]: async () => {
      await api.query('DROP FUNCTION run_out CASCADE')
    },
  }
}
