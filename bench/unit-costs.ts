/**
 * What one request costs in processor time of the API and of PostgreSQL, in write-ahead log and on disk.
 * Writes bench/capacity/requests.json, from which `node bench/capacity.ts` computes docs/capacity.md.
 */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import type { RequestCosts, RequestKind } from './capacity/model.ts'
import { accessToken, openCentre, slotOf } from './support/centre.ts'
import { load, type LoadRequest } from './support/load.ts'
import { postgresCpuMs } from './support/postgres-cpu.ts'
import { startServer } from './support/process.ts'

const CONCURRENCY = 8
const WARM_UP = 500
const REQUESTS = 2_000
const DAY_MS = 86_400_000

await using centre = await openCentre({ people: 50 })
await using api = await startServer('api/main.ts', centre.env)
const authorization = `Bearer ${await accessToken(api.url, centre)}`
await using open = new AsyncDisposableStack()
const owner = open.adopt(new pg.Client(centre.ownerUrl), (client) => client.end())
await owner.connect()

const get = (path: string): LoadRequest => ({ method: 'GET', path, headers: { authorization } })
const post = (path: string, body: object): LoadRequest => ({
  method: 'POST',
  path,
  headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify(body),
})

let booked = 0
const booking = () =>
  post('/v1/appointments', { ...slotOf(centre, booked++), type: 'THERAPY_SESSION', notes: 'Bench' })

const walBytes = async (): Promise<number> => {
  const { rows } = await owner.query<{ bytes: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`,
  )
  return Number(rows[0]!.bytes)
}
const databaseBytes = async (): Promise<number> => {
  const { rows } = await owner.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  )
  return Number(rows[0]!.bytes)
}
const spent = async () => ({
  api: api.cpuMs() ?? 0,
  postgres: await postgresCpuMs(owner),
  wal: await walBytes(),
  disk: await databaseBytes(),
})

const round = (value: number) => Number(value.toFixed(2))

const costOf = async (
  expected: number,
  make: (index: number) => LoadRequest,
  requests = REQUESTS,
): Promise<RequestCosts> => {
  const warmUp = Math.min(WARM_UP, requests)
  await load(api.url, { requests: warmUp, concurrency: CONCURRENCY, expected, make })
  // Otherwise the first change of each page after it would be counted with the whole page.
  await owner.query('CHECKPOINT')
  const before = await spent()
  await load(api.url, {
    requests,
    concurrency: CONCURRENCY,
    expected,
    make: (index) => make(index + warmUp),
  })
  const after = await spent()
  const each = (part: keyof typeof before) => (after[part] - before[part]) / requests
  return {
    apiMs: round(each('api')),
    postgresMs: round(each('postgres')),
    walBytes: Math.round(each('wal')),
    diskBytes: Math.max(0, Math.round(each('disk'))),
  }
}

const book = await costOf(201, booking)
const { rows } = await owner.query<{ id: string }>('SELECT id FROM appointments ORDER BY id')
const ids = rows.map(({ id }) => id)
const soon = new Date(Date.now() + DAY_MS).toISOString()
const inAWeek = new Date(Date.now() + 8 * DAY_MS).toISOString()
const service = await createService(
  centre.ctx,
  CreateService.parse({ code: 'THERAPY', name: 'Therapy', durationMinutes: 45, amount: 9500 }),
)
const search = new URLSearchParams({
  serviceIds: service.id,
  providerIds: centre.providerIds.slice(0, 3).join(),
  'startsAt[gte]': soon,
  'startsAt[lt]': inAWeek,
})

const costs: Record<RequestKind, RequestCosts> = {
  book,
  retrieve: await costOf(200, (index) => get(`/v1/appointments/${ids[index % ids.length]}`)),
  list: await costOf(200, () => get('/v1/appointments?limit=20')),
  search: await costOf(200, () => get(`/v1/availability?${search.toString()}`), 1_000),
  change: await costOf(
    200,
    (index) =>
      post(`/v1/appointments/${ids[index]}/cancel`, { initiator: 'PROVIDER', reason: 'Ill' }),
    1_000,
  ),
}
const file = new URL('capacity/requests.json', import.meta.url)
await writeFile(
  file,
  `${JSON.stringify({ measuredOn: new Date().toISOString().slice(0, 10), costs }, null, 2)}\n`,
)
console.table(costs)
