/**
 * An import of 5,000 appointments from CSV, half of them past, in a centre of 20,000 children whom the file
 * names: uploaded, read, rehearsed, created and undone, by an API and a worker process with Temporal; beside it
 * the same bookings that a client sends one after the other. Meanwhile a second centre books now and then, and
 * waits until its booking's reminders are planned: what a neighbour feels of an import.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppointmentImport } from '#scheduling/appointment-imports/schemas.ts'
import { createCaller } from './support/caller.ts'
import { accessToken, createCentre, openCentre } from './support/centre.ts'
import { fillChildren } from './support/fill.ts'
import { load } from './support/load.ts'
import { peakMb, startServer } from './support/process.ts'
import { report } from './support/report.ts'
import { medianOf, openTemporal } from './support/temporal.ts'

const ROWS = Number(process.argv[2] ?? 5_000)
const PEOPLE = 100
const BOOKINGS = 500
const CHILDREN = 20_000
const POLL_MS = 100
const MOST_SECONDS = 600
const HOUR_MS = 3_600_000

await using temporal = await openTemporal()
await using centre = await openCentre({ people: PEOPLE })
await fillChildren(centre, CHILDREN)
const neighbour = await createCentre(centre.platform, { name: 'Neighbour', people: 1 })
const env = { ...centre.env, TEMPORAL_ADDRESS: temporal.address }
await using api = await startServer('api/main.ts', env)
await using worker = await startServer('worker/main.ts', env)
const authorization = `Bearer ${await accessToken(api.url, centre)}`
const call = createCaller(api.url, authorization)
const callAsNeighbor = createCaller(api.url, `Bearer ${await accessToken(api.url, neighbour)}`)

/** Hour after hour of everybody, the even rows past and the odd ones to come. */
const today = Math.floor(Date.now() / 86_400_000) * 86_400_000
const startOf = (hour: number, isPast: boolean) =>
  new Date(today + (isPast ? -1 : 1) * (hour + 48) * HOUR_MS).toISOString()
const lines = Array.from({ length: ROWS }, (_, row) => {
  const person = (row >> 1) % PEOPLE
  const hour = Math.floor(row / 2 / PEOPLE)
  return `${row},Child ${person},Provider ${person},${startOf(hour, row % 2 === 0)},45`
})
const content = ['external_id,child,provider,start,duration', ...lines].join('\n')

/** Waits until nothing is pending, and says how far it is at each quarter. */
const settled = async (what: string, id: string, beganAt: number): Promise<AppointmentImport> => {
  for (let quarter = 1; ;) {
    const now = await call<AppointmentImport>(`/v1/appointment-imports/${id}`)
    const seconds = (performance.now() - beganAt) / 1_000
    const { total, pending } = now.progress
    for (; total - pending >= (total * quarter) / 4 && quarter <= 4; quarter += 1)
      console.error(`${what}: ${quarter * 25} % after ${seconds.toFixed(1)} s`)
    if (!['READING', 'CHECKING', 'RUNNING', 'UNDOING'].includes(now.status)) return now
    if (seconds > MOST_SECONDS) throw new Error(`${what}: ${JSON.stringify(now.progress)}`)
    await sleep(POLL_MS)
  }
}

let hourOfNeighbor = 0
/** From a booking's answer until its reminders are planned, time after time until told to stop. */
const neighbourWaits = async (signal: AbortSignal): Promise<number[]> => {
  const waits: number[] = []
  while (!signal.aborted) {
    const startsAt = startOf(400 + hourOfNeighbor++, false)
    const { id } = await callAsNeighbor<{ id: string }>('/v1/appointments', {
      childId: neighbour.childIds[0],
      providerId: neighbour.providerIds[0],
      type: 'THERAPY_SESSION',
      startsAt,
    })
    const beganAt = performance.now()
    for (;;) {
      const page = await callAsNeighbor<{ data: { nextStepAt: string | null }[] }>(
        `/v1/follow-ups?subjectId=${id}`,
      )
      if (page.data[0]?.nextStepAt) break
      await sleep(POLL_MS)
    }
    waits.push(performance.now() - beganAt)
    await sleep(POLL_MS * 5, undefined, { signal }).catch(() => undefined)
  }
  return waits
}

const measured = async (
  what: string,
  begin: () => Promise<AppointmentImport>,
  expected: Partial<AppointmentImport['progress']>,
) => {
  const beganAt = performance.now()
  const cpuBefore = worker.cpuMs() ?? 0
  const begun = await begin()
  const answeredMs = Math.round(performance.now() - beganAt)
  const over = new AbortController()
  const neighbourWaiting = neighbourWaits(over.signal)
  const { id, progress } = await settled(what, begun.id, beganAt)
  over.abort()
  const waits = (await neighbourWaiting).toSorted((a, b) => a - b)
  const seconds = (performance.now() - beganAt) / 1_000
  for (const [name, count] of Object.entries(expected))
    if (progress[name as keyof typeof progress] !== count)
      throw new Error(`${what}: ${JSON.stringify(progress)}`)
  const figures = {
    answeredMs,
    seconds: Number(seconds.toFixed(1)),
    rowsPerSecond: Math.round(ROWS / seconds),
    workerCpuMsPerRow: Number((((worker.cpuMs() ?? 0) - cpuBefore) / ROWS).toFixed(2)),
    workerResidentMb: worker.residentMb(),
    neighbourWaitsMs: {
      median: Math.round(medianOf(waits)),
      longest: Math.round(waits.at(-1) ?? 0),
    },
  }
  return { id, figures }
}

const path = '/v1/appointment-imports'
const file = { name: 'bench.csv', format: 'CSV', content }
const { id, figures: check } = await measured('checked', () => call(path, file), {
  wouldCreate: ROWS,
})
const { figures: run } = await measured('created', () => call(`${path}/${id}/run`, {}), {
  created: ROWS,
})

const booking = (index: number) => ({
  method: 'POST' as const,
  path: '/v1/appointments',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({
    childId: centre.childIds[index % PEOPLE],
    providerId: centre.providerIds[index % PEOPLE],
    type: 'THERAPY_SESSION',
    startsAt: startOf(200 + Math.floor(index / PEOPLE), false),
  }),
})
const byHand = await load(api.url, {
  requests: BOOKINGS,
  concurrency: 1,
  expected: 201,
  make: booking,
})
const { figures: undo } = await measured(
  'undone',
  () => call(`${path}/${id}/undo`, { reason: 'Bench' }),
  { undone: ROWS },
)
report('import', [], {
  rows: ROWS,
  check,
  run,
  undo,
  byHandPerSecond: Math.round(byHand.perSecond),
  apiPeakMb: peakMb(api.pid),
  workerPeakMb: peakMb(worker.pid),
})
