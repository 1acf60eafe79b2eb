/**
 * `POST /v1/appointments` with everything on, against the bare limit, in one run.
 * Goals: p50 at most 2.0× at concurrency 1, throughput at least 0.5× at concurrency 32.
 */
import { randomUUID } from 'node:crypto'
import { accessToken, openCentre, slotOf } from './support/centre.ts'
import { load, median, type LoadRequest, type LoadResult } from './support/load.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'

const ROUNDS = 3

await using centre = await openCentre({ people: 200 })
await using api = await startServer('api/main.ts', centre.env)
await using bare = await startServer('bench/bare-server.ts', { BARE_DATABASE_URL: centre.ownerUrl })
const token = await accessToken(api.url, centre)

let booked = 0
const ourBooking = (): LoadRequest => ({
  method: 'POST',
  path: '/v1/appointments',
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  },
  body: JSON.stringify({
    ...slotOf(centre, booked++),
    type: 'THERAPY_SESSION',
    durationMinutes: 45,
    notes: 'Bench',
  }),
})
const bareBooking = (): LoadRequest => ({
  method: 'POST',
  path: '/bookings',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ ...slotOf(centre, booked++), type: 'THERAPY_SESSION', notes: 'Bench' }),
})

const compare = async (concurrency: number, requests: number) => {
  const ours: LoadResult[] = []
  const theirs: LoadResult[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await load(api.url, { requests, concurrency, expected: 201, make: ourBooking }))
    theirs.push(await load(bare.url, { requests, concurrency, expected: 201, make: bareBooking }))
  }
  return { name: `concurrency ${concurrency}`, ours: median(ours), bare: median(theirs) }
}

// Both run hot before anything is counted.
await compare(32, 1_500)
const one = await compare(1, 1_000)
const many = await compare(32, 4_000)
report('booking', [one, many], { apiResidentMb: api.residentMb() })
