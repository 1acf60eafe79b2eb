/**
 * `GET /v1/appointments/{id}` against a bare select with one audit insert, in one run.
 * Goal: p50 at most 2.0×.
 */
import { randomUUID } from 'node:crypto'
import { accessToken, openCentre, slotOf } from './support/centre.ts'
import { load, median, type LoadRequest, type LoadResult } from './support/load.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'

const ROUNDS = 3
const RECORDS = 200

await using centre = await openCentre({ people: 50 })
await using api = await startServer('api/main.ts', centre.env)
await using bare = await startServer('bench/bare-server.ts', { BARE_DATABASE_URL: centre.ownerUrl })
const token = await accessToken(api.url, centre)

const book = async (url: string, path: string, headers: Record<string, string>, index: number) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...slotOf(centre, index), type: 'THERAPY_SESSION' }),
  })
  return ((await response.json()) as { id: string }).id
}
const ourIds: string[] = []
const bareIds: string[] = []
for (let index = 0; index < RECORDS; index += 1) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  ourIds.push(await book(api.url, '/v1/appointments', headers, index))
  bareIds.push(await book(bare.url, '/bookings', {}, index))
}

const ourRead = (index: number): LoadRequest => ({
  method: 'GET',
  path: `/v1/appointments/${ourIds[index % RECORDS]}`,
  headers: { authorization: `Bearer ${token}` },
})
const bareRead = (index: number): LoadRequest => ({
  method: 'GET',
  path: `/bookings/${bareIds[index % RECORDS]}`,
})

const compare = async (concurrency: number, requests: number) => {
  const ours: LoadResult[] = []
  const theirs: LoadResult[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await load(api.url, { requests, concurrency, expected: 200, make: ourRead }))
    theirs.push(await load(bare.url, { requests, concurrency, expected: 200, make: bareRead }))
  }
  return { name: `concurrency ${concurrency}`, ours: median(ours), bare: median(theirs) }
}

// Both run hot before anything is counted.
await compare(32, 3_000)
const one = await compare(1, 2_000)
const many = await compare(32, 8_000)
report('reads', [one, many], { apiResidentMb: api.residentMb() })
