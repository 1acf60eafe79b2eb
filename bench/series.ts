/**
 * A series of 52 occurrences, from the POST to the moment at which GET says that all are dealt with;
 * beside 52 bookings that a client makes one after the other. Goal: at most 5 s.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createCaller } from './support/caller.ts'
import { accessToken, openCentre } from './support/centre.ts'
import { startServer } from './support/process.ts'
import { report } from './support/report.ts'
import { medianOf, openTemporal } from './support/temporal.ts'

const OCCURRENCES = 52
const ROUNDS = 5
const POLL_MS = 20
const WEEK_MS = 7 * 86_400_000

await using temporal = await openTemporal()
await using centre = await openCentre({ people: 2 * (ROUNDS + 1) })
const env = { ...centre.env, TEMPORAL_ADDRESS: temporal.address }
await using api = await startServer('api/main.ts', env)
await using _worker = await startServer('worker/main.ts', env)
const authorization = `Bearer ${await accessToken(api.url, centre)}`
const call = createCaller(api.url, authorization)

interface Series {
  id: string
  status: string
  progress: { booked: number }
}

const firstStart = new Date(Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000 + 36_000_000)
const people = (index: number) => ({
  childId: centre.childIds[index]!,
  providerId: centre.providerIds[index]!,
  type: 'THERAPY_SESSION',
})

const bySeries = async (round: number): Promise<number> => {
  const beganAt = performance.now()
  let series = await call<Series>('/v1/series', {
    ...people(round),
    startsOn: firstStart.toISOString().slice(0, 10),
    startTime: '10:00',
    rule: `FREQ=WEEKLY;COUNT=${OCCURRENCES}`,
  })
  while (series.status !== 'READY') {
    await sleep(POLL_MS)
    series = await call<Series>(`/v1/series/${series.id}`)
  }
  if (series.progress.booked !== OCCURRENCES) throw new Error(JSON.stringify(series.progress))
  return performance.now() - beganAt
}

const byHand = async (round: number): Promise<number> => {
  const beganAt = performance.now()
  for (let week = 0; week < OCCURRENCES; week += 1) {
    const startsAt = new Date(firstStart.getTime() + week * WEEK_MS).toISOString()
    await call('/v1/appointments', { ...people(ROUNDS + 1 + round), startsAt })
  }
  return performance.now() - beganAt
}

/** What the appointments of a round leave to be planned must not slow down the next one. */
const owner = new pg.Client(centre.ownerUrl)
await owner.connect()
const planned = async () => {
  for (;;) {
    const { rows } = await owner.query<{ waiting: boolean }>(
      `SELECT count(*) > (SELECT count(*) FROM follow_ups WHERE kind = 'appointmentLifecycle') AS waiting
       FROM appointments`,
    )
    if (!rows[0]!.waiting) return
    await sleep(100)
  }
}

await bySeries(0)
await byHand(0)
const [series, hand]: [number[], number[]] = [[], []]
for (let round = 1; round <= ROUNDS; round += 1) {
  await planned()
  series.push(await bySeries(round))
  await planned()
  hand.push(await byHand(round))
}
await owner.end()
report('series', [], {
  occurrences: OCCURRENCES,
  medianMs: Math.round(medianOf(series)),
  slowestMs: Math.round(Math.max(...series)),
  byHandMedianMs: Math.round(medianOf(hand)),
  ratio: Number((medianOf(series) / medianOf(hand)).toFixed(2)),
})
