/**
 * `POST /v1/therapists/match` among 5,000 providers whose calendars of the next four weeks are half full, with 1× and 10×
 * as many appointments in the past. Goal: p95 at most 100 ms whatever the history.
 */
import pg from 'pg'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'
import { createMatchingNeed } from '#marketplace/matching-needs/create-matching-need.ts'
import { accessToken, openCentre } from './support/centre.ts'
import { load, type LoadRequest } from './support/load.ts'
import { startServer } from './support/process.ts'

const PROVIDERS = 5_000
/** As many: at one time each is with one provider. */
const CHILDREN = PROVIDERS
const LOCATIONS = 50
/** Of the next four weeks, of each provider. */
const LIVE_EACH = 60
const REQUESTS = 100
/** Until the code is compiled and its statements have their plans. */
const WARM_UP = 60
const HISTORIES = process.argv[2] ? [Number(process.argv[2])] : [1, 10]
const DAY_MS = 86_400_000

const SPECIALTIES = ['speech', 'feeding', 'motor', 'autism', 'sleep', 'hearing', 'play', 'language']
const LANGUAGES = ['de', 'en', 'tr', 'ar', 'pl', 'ru']

await using centre = await openCentre({ people: 1 })
const { ctx, tenantId } = centre
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
for (const code of SPECIALTIES)
  await createMatchingNeed(ctx, {
    code,
    name: code,
    specialties: [code],
    professions: [],
    goalAreas: [],
  })

const owner = new pg.Client(centre.ownerUrl)
// PostgreSQL ends before it when something failed, which the figures have to show.
owner.on('error', () => undefined)
await owner.connect()
// Without triggers and the checks of foreign keys: what they keep is written here.
await owner.query(`SET session_replication_role = replica`)
const idAt = (prefix: string) => `'${prefix}_' || lpad(n::text, 26, '0')`
const firstDay = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS)

await owner.query(
  `INSERT INTO locations (tenant_id, id, name, time_zone, latitude, longitude, created_at, updated_at)
   SELECT $1, ${idAt('loc')}, 'Place ' || n, 'Europe/Berlin', 52.3 + (n % 10) * 0.05, 13.1 + (n / 10) * 0.1, now(), now()
   FROM generate_series(1, $2::int) n`,
  [tenantId, LOCATIONS],
)
await owner.query(
  `INSERT INTO providers (tenant_id, id, name, specialties, languages, location_ids, profession, age_range, modalities,
     payers, caseload_limit, calendar, created_at, updated_at)
   SELECT $1, ${idAt('prv')}, 'Provider ' || n,
     ARRAY[($3::text[])[1 + n % 8], ($3::text[])[1 + n / 8 % 8]], ARRAY[($4::text[])[1 + n % 6], ($4::text[])[1 + n / 6 % 6]],
     ARRAY[place], 'SPEECH_LANGUAGE_PATHOLOGIST',
     CASE n % 3 WHEN 0 THEN NULL ELSE jsonb_build_object('fromMonths', n % 30, 'toMonths', 60 + n % 100) END,
     CASE n % 2 WHEN 0 THEN '{CLINIC}' ELSE '{CLINIC,TELEHEALTH}' END::text[], '{}', 10 + n % 20,
     jsonb_build_array(jsonb_build_object('kind', 'schedule', 'locationId', place, 'facts', jsonb_build_object(
       'timeZone', 'Europe/Berlin', 'startsOn', NULL, 'endsOn', NULL, 'windows', (
         SELECT jsonb_agg(jsonb_build_object('weekday', weekday, 'startTime', '09:00', 'endTime', '17:00'))
         FROM unnest('{MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY}'::text[]) weekday)))),
     now() - n % 400 * interval '1 day', now()
   FROM generate_series(1, $2::int) n, LATERAL (SELECT 'loc_' || lpad((1 + n % $5)::text, 26, '0') AS place) at`,
  [tenantId, PROVIDERS, SPECIALTIES, LANGUAGES, LOCATIONS],
)
await owner.query(
  `INSERT INTO children (tenant_id, id, first_name, last_name, birth_date, primary_provider_id, created_at, updated_at)
   SELECT $1, ${idAt('chd')}, 'Child', n::text, current_date - 400 - n % 2500,
     'prv_' || lpad((1 + n % $3)::text, 26, '0'), now(), now()
   FROM generate_series(1, $2::int) n`,
  [tenantId, CHILDREN, PROVIDERS],
)

/** `each` of every provider from a day on, six a day, in SQL: the verbs would take the day. */
const fill = (from: Date, each: number, status: string) =>
  owner.query(
    `INSERT INTO appointments (tenant_id, id, child_id, provider_id, service_id, location_id, type, status,
       starts_at, ends_at, busy_from, busy_until, time_zone, status_changed_at, created_at, updated_at)
     SELECT $1, 'apt_' || $6 || '_' || n || '_' || k, 'chd_' || lpad((1 + (n + k * 7) % $2)::text, 26, '0'),
       'prv_' || lpad(n::text, 26, '0'), $3, 'loc_' || lpad((1 + n % $4)::text, 26, '0'), 'THERAPY_SESSION',
       $7::appointment_status, at, at + interval '45 minutes', at, at + interval '60 minutes', 'Europe/Berlin', now(), now(), now()
     FROM generate_series(1, $8::int) n, generate_series(0, $9::int - 1) k,
       LATERAL (SELECT $5::timestamptz + (k / 3) * interval '1 day' + (8 + k % 3 * 2) * interval '1 hour' AS at) t`,
    [tenantId, CHILDREN, service.id, LOCATIONS, from, from.getTime(), status, PROVIDERS, each],
  )
await fill(firstDay, LIVE_EACH, 'CONFIRMED')

await using api = await startServer('api/main.ts', centre.env)
const token = await accessToken(api.url, centre)

const wishAt = (index: number) => ({
  needs: [SPECIALTIES[index % 8]!, SPECIALTIES[(index + 3) % 8]!],
  languages: [LANGUAGES[index % 6]!],
  coordinates: { latitude: 52.3 + (index % 10) * 0.05, longitude: 13.1 + (index % 5) * 0.1 },
  serviceId: service.id,
})
type Ask = (index: number) => object
const CASES: [name: string, ask: Ask][] = [
  [
    'needs, age, language, distance',
    (index) => ({ ...wishAt(index), ageMonths: 24 + (index % 60) }),
  ],
  [
    '… within 15 km, in the clinic, on two afternoons',
    (index) => ({
      ...wishAt(index),
      ageMonths: 24 + (index % 60),
      maxDistanceKm: 15,
      modality: 'CLINIC',
      windows: {
        timeZone: 'Europe/Berlin',
        windows: ['MONDAY', 'THURSDAY'].map((weekday) => ({
          weekday,
          startTime: '13:00',
          endTime: '17:00',
        })),
      },
    }),
  ],
  [
    '… of a child',
    (index) => ({
      ...wishAt(index),
      childId: `chd_${String(1 + (index % CHILDREN)).padStart(26, '0')}`,
    }),
  ],
]

let key = 0
const ask = async (name: string, of: Ask): Promise<void> => {
  const make = (index: number): LoadRequest => ({
    method: 'POST',
    path: '/v1/therapists/match',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `match-${key++}`,
    },
    body: JSON.stringify(of(index)),
  })
  await load(api.url, { requests: WARM_UP, concurrency: 1, expected: 201, make })
  const cpuBefore = api.cpuMs() ?? 0
  const { p50Ms, p95Ms } = await load(api.url, {
    requests: REQUESTS,
    concurrency: 1,
    expected: 201,
    make,
  })
  const cpuMs = ((api.cpuMs() ?? 0) - cpuBefore) / REQUESTS
  console.log(
    `  ${name.padEnd(50)} p50 ${p50Ms.toFixed(1)} ms   p95 ${p95Ms.toFixed(1)} ms   API CPU ${cpuMs.toFixed(1)} ms`,
  )
}

console.log(`\nmatching, ${PROVIDERS} providers, ${PROVIDERS * LIVE_EACH} live appointments`)
let past = 0
for (const times of HISTORIES) {
  const each = LIVE_EACH * times - past
  past += each
  const days = Math.ceil(past / 3) + 1
  // Of a state that the exclusion constraints leave out, which would take the hour to fill.
  await fill(new Date(firstDay.getTime() - (days + 1) * DAY_MS), each, 'NO_SHOW')
  // As autovacuum does within minutes: the index answers alone for pages that it has seen.
  await owner.query('VACUUM ANALYZE')
  await owner.query('CHECKPOINT')
  for (const [name, of] of CASES) await ask(`${times}× history: ${name}`, of)
}
await owner.end()

console.log(`  API resident ${api.residentMb()} MB`)
