/**
 * 100 clients, each with a key of its own, want one slot at once. Goal: one 201 and 99 × 409 within
 * 300 ms, without a deadlock.
 */
import { Pool } from 'undici'
import pg from 'pg'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { accessToken, openCentre, slotOf } from './support/centre.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'

const CLIENTS = 100
const ROUNDS = 20

await using centre = await openCentre({ people: ROUNDS })
await using api = await startServer('api/main.ts', centre.env)
const tokens: string[] = []
for (let index = 0; index < CLIENTS; index += 1) {
  const { clientId, clientSecret } = await createApiKey(centre.ctx, {
    name: `Client ${index}`,
    scopes: ['bookings'],
  })
  tokens.push(await accessToken(api.url, { ...centre, clientId, clientSecret }))
}

const pool = new Pool(api.url, { connections: CLIENTS, pipelining: 1 })
const rush = async (round: number) => {
  const body = JSON.stringify({ ...slotOf(centre, round), type: 'THERAPY_SESSION' })
  const startedAt = performance.now()
  const statuses = await Promise.all(
    tokens.map(async (token) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await pool.request({
        method: 'POST',
        path: '/v1/appointments',
        headers,
        body,
      })
      await response.body.dump()
      return response.statusCode
    }),
  )
  const elapsedMs = performance.now() - startedAt
  const booked = statuses.filter((status) => status === 201).length
  const refused = statuses.filter((status) => status === 409).length
  if (booked !== 1 || refused !== CLIENTS - 1)
    throw new Error(`round ${round}: ${booked} booked, ${refused} refused`)
  return elapsedMs
}

const elapsed: number[] = []
for (let round = 0; round < ROUNDS; round += 1) elapsed.push(await rush(round))
await pool.close()

const owner = new pg.Client(centre.ownerUrl)
await owner.connect()
const { rows } = await owner.query<{ deadlocks: string }>(
  'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
)
await owner.end()
const sorted = elapsed.map(Math.round).toSorted((a, b) => a - b)
report('rush', [], {
  roundsOf100: ROUNDS,
  medianMs: sorted[ROUNDS / 2],
  slowestMs: sorted.at(-1),
  deadlocks: Number(rows[0]?.deadlocks),
})
