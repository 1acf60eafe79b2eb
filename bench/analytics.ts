/**
 * Figures over 1,000,000 appointments of three years in 40 locations. `node bench/analytics.ts [appointments]`. Goals: any
 * request 300 ms at p95, whatever the history; counting keeps up with 100 bookings a second and takes at most a tenth of
 * a booking's processor time; a rebuild counts 20,000 appointments a second.
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { beginRebuild } from '#analytics/rollups/begin-rebuild.ts'
import { rebuild } from '#analytics/rollups/rebuild.ts'
import { rollUp } from '#analytics/rollups/roll-up.ts'
import { createAnalyticsHistory, DAYS, idOf, PROVIDERS } from './support/analytics-history.ts'
import { accessToken, openCentre } from './support/centre.ts'
import { load, type LoadRequest } from './support/load.ts'
import { postgresCpuMs } from './support/postgres-cpu.ts'
import { startServer } from './support/process.ts'

const APPOINTMENTS = Number(process.argv[2] ?? 1_000_000)
const REQUESTS = 30
const WARM_UP = 4
/** What comes in a minute at 100 a second. */
const BOOKINGS = 6_000
const DAY_MS = 86_400_000

const dayAt = (daysFromNow: number) =>
  new Date(Date.now() + daysFromNow * DAY_MS).toISOString().slice(0, 10)

type Query = Record<string, string>
const APPOINTMENT_METRICS =
  'APPOINTMENTS_BOOKED,APPOINTMENTS_COMPLETED,CANCELLATIONS,NO_SHOW_RATE,RESCHEDULED_APPOINTMENTS,BOOKED_TIME'

/** The same at every size of the history. */
const ofQuarter: Query = { startsOn: dayAt(-92), endsOn: dayAt(-1) }
const RECENT: [string, Query][] = [
  ['92 days by day and location', { granularity: 'DAY', metrics: APPOINTMENT_METRICS }],
  ['92 days by month and provider', { groupBy: 'PROVIDER' }],
  ['92 days, two groups at once', { granularity: 'TOTAL', groupBy: 'TYPE,PAYER' }],
  ['92 days of money', { metrics: 'REVENUE,PAYMENTS_RECEIVED,REFUNDS' }],
  [
    '92 days of notes by provider',
    { metrics: 'SESSIONS,NOTES_SIGNED_IN_TIME', groupBy: 'PROVIDER' },
  ],
  ['92 days of utilization', { metrics: 'UTILIZATION' }],
]
const ofAll: Query = { startsOn: dayAt(-DAYS + 1), endsOn: dayAt(-1) }
const ofYear: Query = { startsOn: dayAt(-366), endsOn: dayAt(-1) }
const LONG: [string, Query][] = [
  ['3 years by month and location', { ...ofAll, metrics: APPOINTMENT_METRICS }],
  ['3 years by provider', { ...ofAll, granularity: 'TOTAL', groupBy: 'PROVIDER' }],
  ['3 years by payer', { ...ofAll, granularity: 'TOTAL', groupBy: 'PAYER', metrics: 'SESSIONS' }],
  [
    'a year beside the year before, by month',
    { ...ofYear, comparison: 'PREVIOUS_YEAR', metrics: 'REVENUE,REBOOKING_RATE' },
  ],
  ['a year by week and location', { ...ofYear, granularity: 'WEEK' }],
  [
    '184 days, three groups at once',
    {
      startsOn: dayAt(-184),
      endsOn: dayAt(-1),
      granularity: 'TOTAL',
      groupBy: 'LOCATION,SERVICE,PAYER',
    },
  ],
  ['a year of utilization by month', { ...ofYear, metrics: 'UTILIZATION' }],
  ['3 years of time to the first appointment', { ...ofAll, metrics: 'TIME_TO_FIRST_APPOINTMENT' }],
  [
    'caseload by provider',
    { ...ofYear, granularity: 'TOTAL', groupBy: 'PROVIDER', metrics: 'CASELOAD' },
  ],
  ['goals by stage', { ...ofYear, granularity: 'TOTAL', groupBy: 'STAGE', metrics: 'GOALS' }],
  ['outstanding', { ...ofYear, granularity: 'TOTAL', metrics: 'OUTSTANDING' }],
]

await using centre = await openCentre({ people: 1 })
await using history = await createAnalyticsHistory(centre)
await using api = await startServer('api/main.ts', centre.env)
/** A token of fifteen minutes, anew for each part. */
const authorize = async () => `Bearer ${await accessToken(api.url, centre)}`
let authorization = await authorize()
const log = (text: string) => console.log(`  ${text}`)

const timed = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

const ask = async (name: string, path: string, query: Query) => {
  const make = (): LoadRequest => ({
    method: 'GET',
    path: `${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization },
  })
  await load(api.url, { requests: WARM_UP, concurrency: 1, expected: 200, make })
  const { p50Ms, p95Ms } = await load(api.url, {
    requests: REQUESTS,
    concurrency: 1,
    expected: 200,
    make,
  })
  log(`${name.padEnd(48)} p50 ${p50Ms.toFixed(0)} ms   p95 ${p95Ms.toFixed(0)} ms`)
}

const askRecent = async () => {
  for (const [name, query] of RECENT)
    await ask(name, '/v1/analytics/locations', { ...ofQuarter, ...query })
  const records = { metric: 'NO_SHOWS', ...ofQuarter, limit: '100' }
  await ask('a page of records', '/v1/analytics/records', records)
}

/** Counts everything anew; how long each family took. */
const rebuildAll = async () => {
  const seconds = new Map<string, number>()
  await beginRebuild(centre.ctx)
  let at = performance.now()
  await rebuild(centre.ctx, {
    onMonth: ({ family }) => {
      const now = performance.now()
      seconds.set(family, (seconds.get(family) ?? 0) + (now - at) / 1_000)
      at = now
    },
  })
  await history.owner.query('VACUUM ANALYZE analytics_days, analytics_months')
  return seconds
}

const ownCpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Each provider in turn, within the next 60 days. */
const bookingAt = (index: number): LoadRequest => {
  const provider = index % PROVIDERS
  const turn = Math.floor(index / PROVIDERS)
  const startsAt = new Date(
    Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS +
      ((turn * 4 + provider) % 60) * DAY_MS +
      (8 + (turn % 8)) * 3_600_000,
  )
  return {
    method: 'POST',
    path: '/v1/appointments',
    headers: {
      authorization,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      childId: idOf('chd', provider + 400 * (1 + (turn % 20))),
      providerId: idOf('prv', provider + 1),
      serviceId: idOf('svc', 1 + (turn % 8)),
      type: 'THERAPY_SESSION',
      startsAt: startsAt.toISOString(),
    }),
  }
}

console.log(`\nanalytics, ${APPOINTMENTS} appointments, load ${loadavg()[0]!.toFixed(1)}`)
const third = Math.round(APPOINTMENTS / 3)
log(`filled a year in ${(await timed(() => history.fill(365, 0, third))).toFixed(0)} s`)
await rebuildAll()
console.log('\n a third of it, the last year')
await askRecent()

const before = APPOINTMENTS - third
log(`filled two years in ${(await timed(() => history.fill(DAYS, 365, before))).toFixed(0)} s`)
const cpuBefore = ownCpuMs() + (await postgresCpuMs(history.owner))
for (const [family, seconds] of await rebuildAll())
  log(
    `rebuild of ${family}: ${seconds.toFixed(1)} s, ${Math.round(APPOINTMENTS / seconds)} appointments/s`,
  )
const rebuiltMs = ownCpuMs() + (await postgresCpuMs(history.owner)) - cpuBefore
log(
  `rebuild: ${(rebuiltMs / 1_000).toFixed(1)} s of processor time with PostgreSQL's, ${Math.round(APPOINTMENTS / (rebuiltMs / 1_000))} appointments for each second of it`,
)
authorization = await authorize()
console.log(`\n all of it, load ${loadavg()[0]!.toFixed(1)}`)
await askRecent()
for (const [name, query] of LONG) await ask(name, '/v1/analytics/locations', query)
await ask('all figures of a year as CSV', '/v1/analytics/locations.csv', { ...ofYear })

authorization = await authorize()
console.log(`\n ${BOOKINGS} bookings, load ${loadavg()[0]!.toFixed(1)}`)
const cpu = async () => (api.cpuMs() ?? 0) + (await postgresCpuMs(history.owner))
const warm = 200
await load(api.url, { requests: warm, concurrency: 8, expected: 201, make: bookingAt })
const bookedFrom = await cpu()
const booked = await load(api.url, {
  requests: BOOKINGS - warm,
  concurrency: 8,
  expected: 201,
  make: (index) => bookingAt(index + warm),
})
const bookingMs = ((await cpu()) - bookedFrom) / (BOOKINGS - warm)
log(
  `${Math.round(booked.perSecond)} bookings/s, ${bookingMs.toFixed(2)} ms of processor time each, API and PostgreSQL`,
)
const rolledFrom = ownCpuMs() + (await postgresCpuMs(history.owner))
let taken = 0
const seconds = await timed(async () => {
  taken = await rollUp(centre.platform)
})
const rollMs = (ownCpuMs() + (await postgresCpuMs(history.owner)) - rolledFrom) / BOOKINGS
log(
  `taken in: ${taken} changes in ${seconds.toFixed(1)} s, ${rollMs.toFixed(2)} ms of processor time a booking, ${((100 * rollMs) / bookingMs).toFixed(0)} %`,
)
