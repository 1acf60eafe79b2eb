/**
 * What a person waits for a series of 5 while their own centre has other work: with nothing to do, right
 * after 530 bookings whose follow-ups must be planned, and while `therapy workflows wake` plans 850 anew.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { wakeWorkflows } from '#messaging/follow-ups/wake-workflows.ts'
import { createCaller } from './support/caller.ts'
import { accessToken, openCentre, slotOf } from './support/centre.ts'
import { load } from './support/load.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'
import { medianOf, openTemporal } from './support/temporal.ts'

const BOOKINGS = 530
const FOLLOW_UPS = 850
const PEOPLE = 40
const IDLE_ROUNDS = 5
const POLL_MS = 50
const MOST_SECONDS = 300

await using temporal = await openTemporal()
await using centre = await openCentre({ people: PEOPLE })
const env = { ...centre.env, TEMPORAL_ADDRESS: temporal.address }
await using api = await startServer('api/main.ts', env)
await using _worker = await startServer('worker/main.ts', env)
const authorization = `Bearer ${await accessToken(api.url, centre)}`
const call = createCaller(api.url, authorization)
const owner = new pg.Client(centre.ownerUrl)
await owner.connect()

const count = async (sql: string): Promise<number> => {
  const { rows } = await owner.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`)
  return rows[0]!.count
}
const until = async (what: string, done: () => Promise<boolean>): Promise<number> => {
  const beganAt = performance.now()
  while (!(await done())) {
    if (performance.now() - beganAt > MOST_SECONDS * 1_000) throw new Error(`${what}: too long`)
    await sleep(POLL_MS)
  }
  return Math.round(performance.now() - beganAt)
}

let made = 0
const book = async (count: number) => {
  const first = made
  made += count
  await load(api.url, {
    requests: count,
    concurrency: 16,
    expected: 201,
    make: (index) => ({
      method: 'POST' as const,
      path: '/v1/appointments',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ ...slotOf(centre, first + index), type: 'THERAPY_SESSION' }),
    }),
  })
}
const planned = () =>
  until('follow-ups', async () => {
    const open = await count(
      `appointments a WHERE NOT EXISTS (SELECT FROM follow_ups f
       WHERE f.tenant_id = a.tenant_id AND f.subject_id = a.id AND f.next_step_at IS NOT NULL)`,
    )
    return open === 0
  })

/** Weeks after all bookings; each series has a person of its own. */
let person = 0
const series = async (): Promise<number> => {
  const index = person++ % PEOPLE
  const startsOn = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)
  const { id } = await call<{ id: string }>('/v1/series', {
    childId: centre.childIds[index]!,
    providerId: centre.providerIds[index]!,
    type: 'THERAPY_SESSION',
    startsOn,
    startTime: '10:00',
    rule: 'FREQ=WEEKLY;COUNT=5',
  })
  return until('series', async () => {
    const { status } = await call<{ status: string }>(`/v1/series/${id}`)
    return status === 'READY'
  })
}

await series()
await planned()
const idle: number[] = []
for (let round = 0; round < IDLE_ROUNDS; round += 1) {
  idle.push(await series())
  await planned()
}
await book(BOOKINGS)
const afterBookings = await series()
console.error(`after ${BOOKINGS} bookings: ${afterBookings} ms`)
const bookingsPlanned = afterBookings + (await planned())

await book(FOLLOW_UPS - BOOKINGS)
await planned()
const before = await owner.query<{ now: Date }>('SELECT now()')
const { woken } = await wakeWorkflows(centre.ctx)
const beganAt = performance.now()
const duringWake: number[] = []
while (duringWake.length < 6 && performance.now() - beganAt < 120_000) {
  duringWake.push(await series())
  console.error(`while ${woken} are woken: ${duringWake.at(-1)} ms`)
}
const replanned = () =>
  count(
    `audit_entries WHERE action = 'planSteps' AND occurred_at >= '${before.rows[0]!.now.toISOString()}'`,
  )
await until('replans', async () => (await replanned()) >= woken).catch(() => undefined)
const wakeMs = Math.round(performance.now() - beganAt)
await owner.end()
report('waiting', [], {
  idle: { medianMs: medianOf(idle), longestMs: Math.max(...idle) },
  afterBookings: { bookings: BOOKINGS, seriesMs: afterBookings, allPlannedMs: bookingsPlanned },
  duringWake: { woken, seriesMs: duringWake, workedOffMs: wakeMs },
})
