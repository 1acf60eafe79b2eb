/**
 * `GET /v1/availability` for 50 providers and 31 days, in a centre with 20,000 live appointments in that
 * time, and 1×, 10× and 100× as many in its past. Goal: p95 at most 50 ms whatever the history; the time
 * follows the range and the providers asked for. The API's processor time says more than the clock on a busy machine.
 * `node bench/availability.ts 1` leaves the longer histories out.
 */
import pg from 'pg'
import { createSchedule } from '#organization/schedules/create-schedule.ts'
import { WEEKDAYS } from '#organization/schedules/weekly-windows.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createTimeOff } from '#scheduling/time-off/create-time-off.ts'
import { listProviders, ProviderQuery } from '#organization/providers/queries.ts'
import { accessToken, openCentre } from './support/centre.ts'
import { load } from './support/load.ts'
import { startServer } from './support/process.ts'

const PROVIDERS = 50
const LIVE = 20_000
const REQUESTS = 100
/** Until the code is compiled and its statements have their plans. */
const WARM_UP = 60
const HISTORIES = process.argv[2] ? [Number(process.argv[2])] : [1, 10, 100]
const DAY_MS = 86_400_000

await using centre = await openCentre({ people: PROVIDERS })
const { ctx, tenantId, providerIds, childIds } = centre
const firstDay = new Date(Math.ceil(Date.now() / DAY_MS + 7) * DAY_MS)
const service = await createService(
  ctx,
  CreateService.parse({
    code: 'THERAPY_SESSION',
    name: 'Therapy',
    durationMinutes: 45,
    bufferAfterMinutes: 15,
    startEveryMinutes: 15,
    amount: 9500,
  }),
)
const { data } = await listProviders(ctx, ProviderQuery.parse({ limit: 1 }))
const locationId = data[0]!.locationIds[0]!
for (const providerId of providerIds) {
  const windows = WEEKDAYS.map((weekday) => ({ weekday, startTime: '06:00', endTime: '22:00' }))
  await createSchedule(ctx, { providerId, locationId, windows, startsOn: null, endsOn: null })
  const startsAt = new Date(firstDay.getTime() + 10 * DAY_MS)
  const endsAt = new Date(startsAt.getTime() + DAY_MS)
  await createTimeOff(ctx, { providerId, startsAt, endsAt, approved: true })
}

const owner = new pg.Client(centre.ownerUrl)
await owner.connect()
// Without the checks of foreign keys: two million rows in a minute.
await owner.query(`SET session_replication_role = replica`)

/** Hour after hour of every provider, in SQL: the verbs would take the day. */
const fill = async (from: Date, count: number, status: string) => {
  await owner.query(
    `INSERT INTO appointments (tenant_id, id, child_id, provider_id, service_id, location_id, type, status,
       starts_at, ends_at, busy_from, busy_until, time_zone, status_changed_at, created_at, updated_at)
     SELECT $1, 'apt_' || $8 || '_' || n, ($2::text[])[1 + n % $4], ($3::text[])[1 + n % $4], $5, $6,
            'THERAPY_SESSION', $9::appointment_status, at, at + interval '45 minutes', at,
            at + interval '60 minutes', 'Europe/Berlin', now(), now(), now()
     FROM (SELECT n, $7::timestamptz + (n / $4 / 13) * interval '1 day' + (5 + n / $4 % 13) * interval '1 hour' AS at
           FROM generate_series(0, $10 - 1) AS n) slots`,
    [
      tenantId,
      childIds,
      providerIds,
      PROVIDERS,
      service.id,
      locationId,
      from,
      from.getTime(),
      status,
      count,
    ],
  )
}
await fill(firstDay, LIVE, 'CONFIRMED')

await using api = await startServer('api/main.ts', centre.env)
const token = await accessToken(api.url, centre)
const ask = async (name: string, days: number, providers: number): Promise<void> => {
  const search = new URLSearchParams({
    serviceIds: service.id,
    providerIds: providerIds.slice(0, providers).join(','),
    'startsAt[gte]': firstDay.toISOString(),
    'startsAt[lt]': new Date(firstDay.getTime() + days * DAY_MS).toISOString(),
  })
  const make = () => ({
    method: 'GET' as const,
    path: `/v1/availability?${search.toString()}`,
    headers: { authorization: `Bearer ${token}` },
  })
  await load(api.url, { requests: WARM_UP, concurrency: 1, expected: 200, make })
  const cpuBefore = api.cpuMs() ?? 0
  const { p50Ms, p95Ms } = await load(api.url, {
    requests: REQUESTS,
    concurrency: 1,
    expected: 200,
    make,
  })
  const cpuMs = ((api.cpuMs() ?? 0) - cpuBefore) / REQUESTS
  console.log(
    `  ${name.padEnd(44)} p50 ${p50Ms.toFixed(1)} ms   p95 ${p95Ms.toFixed(1)} ms   API CPU ${cpuMs.toFixed(1)} ms`,
  )
}

console.log(`\navailability, ${LIVE} live appointments`)
let past = 0
/** Of a state that the exclusion constraints leave out, which would take the hour to fill. */
const grow = async (times: number) => {
  const wanted = LIVE * times
  // Further and further back, so that nothing overlaps.
  const days = Math.ceil((wanted - past) / PROVIDERS / 13)
  past = wanted
  await fill(
    new Date(firstDay.getTime() - (days * 2 + 40 * times) * DAY_MS),
    days * 13 * PROVIDERS,
    'NO_SHOW',
  )
  // As autovacuum does within minutes: the index answers alone for pages that it has seen.
  await owner.query('VACUUM ANALYZE appointments')
  // Two million rows just written are gigabytes on their way to the disk: the audit row of a read, which is flushed
  // before its answer leaves, waited for them, and that was measured as if it were availability.
  await owner.query('CHECKPOINT')
}
await owner.query('ANALYZE')
for (const times of HISTORIES) {
  await grow(times)
  await ask(`${times}× history: 50 providers × 31 days`, 31, 50)
}
const most = `${HISTORIES.at(-1)}× history`
await ask(`${most}: 50 providers × 7 days`, 7, 50)
await ask(`${most}: 10 providers × 31 days`, 31, 10)
await ask(`${most}: 1 provider × 7 days`, 7, 1)
await owner.end()

console.log(`  API resident ${api.residentMb()} MB`)
