/**
 * What partitions by month would save and cost: rows written one at a time by the application's role (the audit trail),
 * and rows written in batches and removed after 30 days (attempts of deliveries), each beside the table as it is.
 * Processor time of PostgreSQL. prisma/README.md has the result.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../dev/postgres.ts'
import { migrate } from '../prisma/migrate.ts'
import { postgresCpuMs } from './support/postgres-cpu.ts'
import { medianOf } from './support/temporal.ts'

const ROWS = 10_000
/** Rows of a transaction, so that what is measured is writing them. */
const BATCH = 50
const TENANTS = 200
const MONTHS = [12, 36]
const ROUNDS = 3

await using stack = new AsyncDisposableStack()
const dataDir = await mkdtemp(path.join(tmpdir(), 'therapy-bench-'))
stack.defer(() => rm(dataDir, { recursive: true, force: true }))
const { ownerUrl } = stack.use(await startPostgres({ dataDir, durable: false }))
await migrate(ownerUrl, {})
const owner = stack.adopt(new pg.Client(ownerUrl), (client) => client.end())
await owner.connect()
await owner.query('SET session_replication_role = replica')
await owner.query('ALTER SYSTEM SET autovacuum = off')
await owner.query('SELECT pg_reload_conf()')

/** Microseconds of processor time for each of so many. */
const each = async (count: number, work: () => Promise<unknown>) => {
  const before = await postgresCpuMs(owner)
  await work()
  return (((await postgresCpuMs(owner)) - before) * 1_000) / count
}
const show = (what: string, values: number[]) =>
  console.log(
    `${what.padEnd(64)} ${medianOf(values).toFixed(1)} µs (${values.map((it) => it.toFixed(1)).join(', ')})`,
  )

const monthStart = (index: number) => new Date(Date.UTC(2024, index, 1)).toISOString()

/** Ids begin with the time: here, with the month. */
const idStart = (index: number) => `aud_${String(index).padStart(2, '0')}`

/** A copy of a table, with its indexes, policies and grants, in partitions by the month of a column. */
const partitioned = async (
  name: string,
  of: string,
  column: string,
  months: number,
  boundOf: (month: number) => string,
) => {
  await owner.query(`CREATE TABLE ${name} (LIKE ${of} INCLUDING DEFAULTS INCLUDING IDENTITY) PARTITION BY RANGE (${column});
    ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY; ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;
    CREATE POLICY tenant_isolation ON ${name} TO therapy_app USING (tenant_id = therapy.current_tenant())
      WITH CHECK (tenant_id = therapy.current_tenant());
    GRANT SELECT, INSERT ON ${name} TO therapy_app`)
  const { rows } = await owner.query<{ definition: string }>(
    `SELECT regexp_replace(replace(pg_get_indexdef(indexrelid), ' ON public.${of} ', ' ON ${name} '), 'INDEX \\S+ ON', 'INDEX ON') AS definition
     FROM pg_index WHERE indrelid = $1::regclass AND NOT indisunique`,
    [of],
  )
  await owner.query(
    `ALTER TABLE ${name} ADD PRIMARY KEY (${[...new Set(['tenant_id', 'id', column])].join(', ')})`,
  )
  for (const { definition } of rows) await owner.query(definition)
  for (let month = 0; month < months; month += 1)
    await owner.query(
      `CREATE TABLE ${name}_${month} PARTITION OF ${name} FOR VALUES FROM ('${boundOf(month)}') TO ('${boundOf(month + 1)}')`,
    )
}

await owner.query(`GRANT INSERT ON audit_entries TO therapy_app`)
const entry = (table: string) => ({
  name: table,
  text: `INSERT INTO ${table} (tenant_id, id, occurred_at, actor_kind, actor_id, action, outcome, http_status, subject_type,
    subject_id, request_id, changes) VALUES ($1, $2, $3, 'API_KEY', 'key', 'getAppointment', 'ALLOWED', 200, 'appointment',
    $4, $5, '{}')`,
})
let made = 0
const writeEntries = async (app: pg.Client, table: string, at: string) => {
  for (let batch = 0; batch < ROWS; batch += BATCH) {
    const tenant = `ten_${(batch / BATCH) % TENANTS}`
    await app.query(`BEGIN; SET LOCAL app.tenant = '${tenant}'`)
    for (let row = 0; row < BATCH; row += 1) {
      made += 1
      const values = [tenant, `aud_05${made}`, at, `apt_${made % 5_000}`, `req_${made}`]
      await app.query({ ...entry(table), values })
    }
    await app.query('COMMIT')
  }
}
const app = stack.adopt(new pg.Client(ownerUrl), (client) => client.end())
await app.connect()
await app.query('SET ROLE therapy_app')

for (const months of MONTHS)
  await partitioned(`entries_${months}`, 'audit_entries', 'id', months, idStart)
const tables = ['audit_entries', ...MONTHS.map((months) => `entries_${months}`)]
const written: Record<string, number[]> = {}
for (let round = 0; round < ROUNDS; round += 1)
  for (const table of tables)
    (written[table] ??= []).push(await each(ROWS, () => writeEntries(app, table, '2024-06-15')))
for (const table of tables) show(`an entry into ${table}`, written[table]!)

// As many in each month, so that a subject has rows in all.
for (const table of tables)
  await owner.query(
    `INSERT INTO ${table} (tenant_id, id, occurred_at, actor_kind, actor_id, action, outcome, subject_type, subject_id, changes)
    SELECT 'ten_' || n % ${TENANTS}, 'aud_' || lpad((n % 11)::text, 2, '0') || 'x' || n, '2024-01-01'::timestamptz + n % 330 * interval '1 day', 'API_KEY', 'key', 'a', 'ALLOWED',
      'appointment', 'apt_' || n % 5000, '{}' FROM generate_series(1, 300000) n`,
  )
for (const table of tables) await owner.query(`VACUUM ANALYZE ${table}`)
const QUERIES = {
  'entries of a subject': `WHERE tenant_id = $1 AND subject_id = 'apt_5' ORDER BY id DESC LIMIT 20`,
  'an entry by id': `WHERE tenant_id = $1 AND id = 'aud_07x205'`,
  'the newest page': `WHERE tenant_id = $1 ORDER BY id DESC LIMIT 20`,
}
for (const [what, query] of Object.entries(QUERIES))
  for (const table of tables) {
    const read = async () => {
      for (let run = 0; run < 1_000; run += 1)
        await owner.query({
          name: `${table} ${what}`,
          text: `SELECT id FROM ${table} ${query}`,
          values: ['ten_5'],
        })
    }
    await read()
    show(`${what}, ${table}`, [
      await each(1_000, read),
      await each(1_000, read),
      await each(1_000, read),
    ])
  }

/** Attempts, in batches of 20, one day after the other. */
await partitioned('attempts_by_month', 'webhook_attempts', 'started_at', 12, monthStart)
await owner.query(
  'CREATE UNIQUE INDEX ON attempts_by_month (tenant_id, delivery_id, number, started_at)',
)
const ATTEMPTS = 40_000
const writeAttempts = async (table: string, day: number) => {
  for (let row = 0; row < ATTEMPTS; row += 20) {
    made += 20
    await owner.query({
      name: `attempts ${table}`,
      text: `INSERT INTO ${table} (tenant_id, id, delivery_id, endpoint_id, number, started_at, duration_ms, outcome, status_code)
        SELECT 'ten_' || n % ${TENANTS}, 'att_' || n, 'dlv_' || n, 'whe_' || n % ${TENANTS}, 1,
          '2024-01-01'::timestamptz + $2::int * interval '1 day', 20, 'SUCCEEDED', 204 FROM generate_series($1::int, $1::int + 19) n
        ON CONFLICT DO NOTHING`,
      values: [made, day],
    })
  }
}
const PURGE = `WITH gone AS (DELETE FROM webhook_attempts WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM webhook_attempts WHERE started_at <= $1 LIMIT 1000)) RETURNING 1) SELECT count(*)::int AS rows FROM gone`
const purge = async () => {
  while ((await owner.query<{ rows: number }>(PURGE, ['2024-01-02'])).rows[0]!.rows > 0);
}
const costs = {
  plain: [] as number[],
  parts: [] as number[],
  purged: [] as number[],
  vacuumed: [] as number[],
  dropped: [] as number[],
}
for (let round = 0; round < ROUNDS; round += 1) {
  costs.plain.push(await each(ATTEMPTS, () => writeAttempts('webhook_attempts', 0)))
  costs.parts.push(await each(ATTEMPTS, () => writeAttempts('attempts_by_month', 31 * round)))
  costs.purged.push(await each(ATTEMPTS, purge))
  costs.vacuumed.push(await each(ATTEMPTS, () => owner.query('VACUUM webhook_attempts')))
  costs.dropped.push(
    await each(ATTEMPTS, () => owner.query(`DROP TABLE attempts_by_month_${round}`)),
  )
}
show('an attempt into webhook_attempts', costs.plain)
show('… into partitions', costs.parts)
show('an attempt purged', costs.purged)
show('… vacuumed', costs.vacuumed)
show('… dropped with its partition', costs.dropped)
