import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type ApiAnswer, type ApiClient, type TestApi } from '../support/api.ts'
import { eventually } from '../workflows/support.ts'

/** Statements that PostgreSQL cancelled or refused temporarily, each error raised by PostgreSQL itself. */
let api: TestApi
let client: ApiClient
beforeAll(async () => {
  api = await startApi()
  client = await api.createTenant()
})
afterAll(() => api[Symbol.asyncDispose]())

const createLocation = () =>
  client.post('/v1/locations', { name: 'Mitte', timeZone: 'Europe/Berlin' })

const raising = async (sqlstate: string): Promise<AsyncDisposable> => {
  await api.query(`CREATE FUNCTION postpone() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'raised by the test' USING ERRCODE = '${sqlstate}'; END $$`)
  await api.query(`CREATE TRIGGER postpone BEFORE INSERT ON locations
    FOR EACH ROW EXECUTE FUNCTION postpone()`)
  return {
    [Symbol.asyncDispose]: async () => {
      await api.query('DROP FUNCTION postpone CASCADE')
    },
  }
}

const expectPostponed = (answer: ApiAnswer, code: string, words: string) => {
  expect(answer).toMatchObject({ status: 503, body: { code } })
  expect((answer.body as { detail: string }).detail).toContain(words)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.text).not.toContain('raised by the test')
}

test.each([
  ['57014', 'timed_out', 'took longer than the limit of 15 seconds'],
  ['25P03', 'timed_out', 'too busy to finish'],
  ['40001', 'service_unavailable', 'changing the same records'],
  ['40P01', 'service_unavailable', 'changing the same records'],
  ['55P03', 'service_unavailable', 'changing the same records'],
  ['57P01', 'service_unavailable', 'not reachable'],
])('SQLSTATE %s is returned as %s, counted and logged', async (sqlstate, code, words) => {
  const counted = async () => {
    const { values } = await api.services.metrics.refusals.get()
    return values.find(({ labels }) => labels['code'] === code)?.value ?? 0
  }
  const before = await counted()
  await using _raising = await raising(sqlstate)
  expectPostponed(await createLocation(), code, words)
  expect(await counted()).toBe(before + 1)
  expect(api.errors.at(-1)).toMatchObject({ operation: 'createLocation', code })
})

test('work stopped by an operator is reported as such', async () => {
  await api.query('BEGIN')
  await api.query('LOCK TABLE locations IN ACCESS EXCLUSIVE MODE')
  const answer = createLocation()
  await eventually(async () => {
    const stopped = await api.query<{ done: boolean }>(
      `SELECT pg_cancel_backend(pid) AS done FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return stopped.length === 1
  })
  expectPostponed(await answer, 'service_unavailable', 'An operator of the platform stopped')
  await api.query('ROLLBACK')
  expect((await createLocation()).status).toBe(201)
})
