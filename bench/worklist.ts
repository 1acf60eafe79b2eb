/**
 * `GET /v1/worklist` in a centre with 100,000 open things, against the select of the tasks of the same person, in one
 * run. Goal: the list of a user at p95 in at most 50 ms.
 */
import pg from 'pg'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { newId } from '#platform/core/records/ids.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import { accessToken, openCentre } from './support/centre.ts'
import { load } from './support/load.ts'
import { startServer } from './support/process.ts'

const REQUESTS = 100
const WARM_UP = 10
const PEOPLE = 100
const TASKS = 50_000
const STEPS = 25_000
const NOTES = 25_000
/** Closed tasks and steps that ask nothing, for each open one. */
const PAST = 1

await using centre = await openCentre({ people: PEOPLE })
const { ctx, tenantId, childIds, providerIds } = centre
const owner = new pg.Client(centre.ownerUrl)
owner.on('error', () => undefined)
await owner.connect()

// Only the rows matter: their triggers would take minutes.
await owner.query('SET session_replication_role = replica')

const ids = (entity: Parameters<typeof newId>[0], count: number) =>
  Array.from({ length: count }, () => newId(entity))

const fill = async (text: string, count: number, values: unknown[]) => {
  const startedAt = performance.now()
  await owner.query(text, [tenantId, childIds, providerIds, ...values])
  console.log(`${count} rows in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

// One in ten tasks waits for a role, the others for one of the providers.
await fill(
  `INSERT INTO tasks (tenant_id, id, title, subject_type, child_id, assignee_id, role, due_at, source, status, closed_at,
     closed_by, created_by, created_at, updated_at)
   SELECT $1, id, 'Ask for the letter', NULL, ($2::text[])[1 + n % cardinality($2::text[])],
     CASE WHEN n % 10 > 0 THEN ($3::text[])[1 + n % cardinality($3::text[])] END, CASE WHEN n % 10 = 0 THEN 'SCHEDULER' END,
     now() + (n % 2000 - 1000) * interval '1 hour', 'PERSON', CASE WHEN n > $5 THEN 'DONE' ELSE 'OPEN' END,
     CASE WHEN n > $5 THEN now() END, CASE WHEN n > $5 THEN 'operator' END, 'operator', now(), now()
   FROM unnest($4::text[]) WITH ORDINALITY AS t (id, n)`,
  TASKS * (PAST + 1),
  [ids('task', TASKS * (PAST + 1)), TASKS],
)
await fill(
  `WITH made AS (
     INSERT INTO follow_ups (tenant_id, id, kind, subject_type, subject_id, workflow_id, status, created_at, updated_at)
     SELECT $1, id, 'treatmentCycle', 'child', ($2::text[])[1 + n % cardinality($2::text[])], id, 'ACTIVE', now(), now()
     FROM unnest($4::text[]) WITH ORDINALITY AS t (id, n))
   INSERT INTO follow_up_steps (tenant_id, follow_up_id, step, due_at, status, happened_at, outcome, action_required)
   SELECT $1, id, 'step-' || s, now() + ((n + s + cardinality($3::text[])) % 2000 - 1000) * interval '1 hour', 'DONE', now(), 'told',
     CASE WHEN s = 0 THEN 'call the family' END
   FROM unnest($4::text[]) WITH ORDINALITY AS t (id, n), generate_series(0, $5::int) AS s`,
  STEPS * (PAST + 1),
  [ids('followUp', STEPS), PAST],
)
await fill(
  `WITH held AS (
     INSERT INTO sessions (tenant_id, id, child_id, provider_id, started_at, attendance, billable, created_at, updated_at)
     SELECT $1, id, ($2::text[])[1 + n % cardinality($2::text[])], ($3::text[])[1 + n % cardinality($3::text[])], now(), 'ATTENDED',
       true, now(), now()
     FROM unnest($4::text[]) WITH ORDINALITY AS t (id, n))
   INSERT INTO session_notes (tenant_id, id, session_id, status, subjective, objective, assessment, plan, author_id, created_at,
     updated_at)
   SELECT $1, note, session, 'DRAFT', '', '', '', '', ($3::text[])[1 + n % cardinality($3::text[])], now(), now()
   FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS t (session, note, n)`,
  NOTES,
  [ids('session', NOTES), ids('sessionNote', NOTES)],
)
await owner.query('VACUUM ANALYZE')

await using api = await startServer('api/main.ts', centre.env)
const providerId = providerIds[7]!
const bound = await createApiKey(ctx, {
  name: 'Ana Ruiz',
  scopes: [...SCOPES],
  providerId,
  rateLimitPerMinute: 100_000_000,
})
const whole = await accessToken(api.url, centre)
const own = await accessToken(api.url, { ...centre, ...bound })

const measure = async (name: string, path: string, token: string, requests: number) => {
  const { p50Ms, p95Ms } = await load(api.url, {
    requests,
    concurrency: 1,
    expected: 200,
    make: () => ({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } }),
  })
  console.log(`${name}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`)
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.floor(sorted.length * part)]!

const bare = async () => {
  const durations: number[] = []
  for (let index = 0; index < REQUESTS; index += 1) {
    const startedAt = performance.now()
    await owner.query({
      name: 'bare',
      text: `SELECT * FROM tasks WHERE tenant_id = $1 AND status = 'OPEN' AND assignee_id = $2 ORDER BY due_at, id LIMIT 26`,
      values: [tenantId, providerId],
    })
    durations.push(performance.now() - startedAt)
  }
  durations.sort((a, b) => a - b)
  const [p50, p95] = [percentile(durations, 0.5), percentile(durations, 0.95)]
  console.log(`bare select: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
}

for (const requests of [WARM_UP, REQUESTS]) {
  console.log(`-- ${requests} requests each`)
  await bare()
  await measure('my list, of a caseload', '/v1/worklist?view=MINE', own, requests)
  await measure('me and my roles, of a caseload', '/v1/worklist?assigneeId=me', own, requests)
  await measure('list of a provider', `/v1/worklist?assigneeId=${providerId}`, whole, requests)
  await measure('list of a role', '/v1/worklist?role=SCHEDULER', whole, requests)
  await measure('everything', '/v1/worklist', whole, requests)
  await measure('everything, of a caseload', '/v1/worklist', own, requests)
  await measure('everything, latest first', '/v1/worklist?sort=-dueAt', whole, requests)
  await measure('a child', `/v1/worklist?childId=${childIds[3]}`, whole, requests)
  await measure(
    'counts of a provider',
    `/v1/worklist/counts?assigneeId=${providerId}`,
    whole,
    requests,
  )
  await measure('counts of everything', '/v1/worklist/counts', whole, requests)
}
await owner.end()
