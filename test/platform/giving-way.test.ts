import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type ApiClient, type TestApi } from '../support/api.ts'

/** A deadlock victim is retried: docs/decisions/0154. */
let api: TestApi
let centre: ApiClient
beforeAll(async () => {
  api = await startApi()
  centre = await api.createTenant()
  // Only sequences survive a rollback.
  await api.query(`CREATE SEQUENCE given_way`)
  await api.query(`GRANT USAGE, UPDATE ON SEQUENCE given_way TO PUBLIC`)
  await api.query(`CREATE TABLE to_give_way (times int)`)
  await api.query(`GRANT SELECT ON to_give_way TO PUBLIC`)
  await api.query(`INSERT INTO to_give_way VALUES (0)`)
  await api.query(`
    CREATE FUNCTION give_way() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('public.given_way') <= (SELECT times FROM public.to_give_way) THEN
        RAISE EXCEPTION 'deadlock detected' USING ERRCODE = 'deadlock_detected';
      END IF;
      RETURN NEW;
    END $$`)
  await api.query(
    `CREATE TRIGGER give_way BEFORE INSERT ON clients FOR EACH ROW EXECUTE FUNCTION give_way()`,
  )
})
afterAll(() => api[Symbol.asyncDispose]())

const createClient = async (times: number) => {
  await api.query('UPDATE to_give_way SET times = $1', [times])
  await api.query('ALTER SEQUENCE given_way RESTART')
  const email = `${randomUUID()}@example.com`
  const answer = await centre.post<{ id: string; code: string }>('/v1/clients', {
    name: 'Lin Chen',
    email,
  })
  const [attempts] = await api.query<{ last: string }>('SELECT last_value AS last FROM given_way')
  return { ...answer, attempts: Number(attempts!.last) }
}

const traces = (id: string) =>
  api.query<{ clients: string; audits: string; events: string }>(
    `SELECT (SELECT count(*) FROM clients WHERE id = $1) AS clients,
            (SELECT count(*) FROM audit_entries WHERE subject_id = $1) AS audits,
            (SELECT count(*) FROM outbox WHERE subject_id = $1 AND kind = 'event') AS events`,
    [id],
  )

test.each([0, 1, 2])(
  'a write retried %i times as a deadlock victim takes effect once',
  async (times) => {
    const { status, body, attempts } = await createClient(times)
    expect({ status, attempts }).toEqual({ status: 201, attempts: times + 1 })
    expect(await traces(body.id)).toEqual([{ clients: '1', audits: '1', events: '1' }])
  },
)

test('a write that loses a deadlock three times is refused without effect', async () => {
  const before = await api.query('SELECT count(*) FROM clients')
  const { status, body, attempts } = await createClient(1_000)
  expect({ status, code: body.code, attempts }).toEqual({
    status: 503,
    code: 'service_unavailable',
    attempts: 3,
  })
  expect(await api.query('SELECT count(*) FROM clients')).toEqual(before)
})
