/**
 * 1,000 holds of one centre that end in the same minute, with a worker and Temporal. Goal: each is released
 * within 10 s of its time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createHold } from '#scheduling/holds/create-hold.ts'
import { openCentre, slotOf } from './support/centre.ts'
import { startServer } from './support/process.ts'
import { inParallel, openTemporal } from './support/temporal.ts'

const HOLDS = 1_000
const LATEST_MS = 120_000

await using temporal = await openTemporal()
await using centre = await openCentre({ people: 100 })
const { ctx, tenantId, env } = centre
await using _worker = await startServer('worker/main.ts', {
  ...env,
  TEMPORAL_ADDRESS: temporal.address,
})
const beganAt = performance.now()
await inParallel(HOLDS, 8, async (index) => {
  const { startsAt, ...people } = slotOf(centre, index)
  await createHold(ctx, {
    ...people,
    startsAt: new Date(startsAt),
    type: 'THERAPY_SESSION',
    minutes: 1,
  })
})
const seconds = (performance.now() - beganAt) / 1_000

const owner = new pg.Client(centre.ownerUrl)
await owner.connect()
interface Figures {
  held: number
  released: number
  spread: number
  p50: number
  latest: number
}
const look = async (): Promise<Figures> => {
  const { rows } = await owner.query<Figures>(
    `SELECT count(*) FILTER (WHERE status = 'HELD')::int AS held,
            count(*) FILTER (WHERE status = 'EXPIRED')::int AS released,
            extract(epoch FROM max(held_until) - min(held_until))::float8 AS spread,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM status_changed_at - held_until))::float8 AS p50,
            max(extract(epoch FROM status_changed_at - held_until))::float8 AS latest
     FROM appointments WHERE tenant_id = $1`,
    [tenantId],
  )
  return rows[0]!
}
const deadline = performance.now() + LATEST_MS
let figures = await look()
while (figures.held > 0 && performance.now() < deadline) {
  await sleep(500)
  figures = await look()
}
const { rows: events } = await owner.query<{ n: number }>(
  `SELECT count(DISTINCT subject_id)::int AS n FROM outbox WHERE tenant_id = $1 AND type = 'hold.released'`,
  [tenantId],
)
await owner.end()
const { held, released, spread, p50, latest } = figures
console.log(
  `\nholds: ${HOLDS} made in ${seconds.toFixed(1)} s, ending within ${spread.toFixed(1)} s of each other`,
)
console.log(`  released ${released}, still held ${held}, events ${events[0]!.n}`)
console.log(
  `  after its time: median ${p50.toFixed(2)} s, latest ${latest.toFixed(2)} s (goal 10 s)`,
)
if (held > 0 || released !== HOLDS || events[0]!.n !== HOLDS || latest > 10) process.exitCode = 1
