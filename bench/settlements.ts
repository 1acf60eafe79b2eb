/**
 * 100,000 payments of 100 providers settled, each provider's by one settlement, in one process. `node bench/settlements.ts
 * [payments]`. Half of it is done, then another run goes on. Beside it the same lines written by bare statements: read the
 * payments, insert the lines, nothing checked. Goal: 2,000 lines a second, with memory as flat at the end as at the beginning.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { createSettlement } from '#payouts/settlements/create-settlement.ts'
import { createSplitTerms } from '#payouts/split-terms/create-split-terms.ts'
import { CreateSplitTerms } from '#payouts/split-terms/schemas.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { openCentre } from './support/centre.ts'

const PAYMENTS = Number(process.argv[2] ?? 100_000)
const PROVIDERS = 100
const EACH = Math.ceil(PAYMENTS / PROVIDERS)
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const HOUR_BY_HOUR = `timestamptz '2026-01-01 08:00Z' + k * interval '1 hour'`
const FILL = [
  `INSERT INTO appointments (tenant_id, id, child_id, provider_id, location_id, type, status, starts_at, ends_at, busy_from, busy_until,
     time_zone, status_changed_at, created_at, updated_at)
   SELECT $1, 'apt_' || lpad((p.n * 100000 + k)::text, 26, '0'), c.id, p.id, (SELECT id FROM locations WHERE tenant_id = $1 LIMIT 1),
     'THERAPY_SESSION', 'COMPLETED', at, at + interval '45 minutes', at, at + interval '45 minutes', 'UTC', at, at, at
   FROM unnest($2::text[]) WITH ORDINALITY p (id, n) JOIN unnest($3::text[]) WITH ORDINALITY c (id, n) ON c.n = p.n
     CROSS JOIN generate_series(1, $4::int) k CROSS JOIN LATERAL (SELECT ${HOUR_BY_HOUR} AS at) t`,
  `INSERT INTO orders (tenant_id, id, appointment_id, child_id, status, amount_minor, tax_minor, captured_minor, currency, created_at,
     updated_at)
   SELECT tenant_id, 'ord_' || substr(id, 5), id, child_id, 'PAID', 9500, 0, 9500, 'EUR', ends_at, ends_at
   FROM appointments WHERE tenant_id = $1`,
  `INSERT INTO payments (tenant_id, id, order_id, status, amount_minor, currency, gateway, payment_method_id, payment_method_type,
     settled_at, created_at, updated_at)
   SELECT tenant_id, 'pay_' || substr(id, 5), id, 'SUCCEEDED', amount_minor, currency, 'sandbox', 'pm', 'CARD', created_at, created_at,
     created_at FROM orders WHERE tenant_id = $1`,
]

const BARE_READ = `
  SELECT p.id, p.amount_minor FROM payments p JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id
    JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
  WHERE p.tenant_id = $1 AND a.provider_id = $2`
const BARE_WRITE = `
  INSERT INTO bare.settlement_lines (tenant_id, id, settlement_id, terms_id, payment_id, gross_minor, provider_minor, platform_minor,
    centre_minor, counts, created_at, updated_at)
  SELECT $1, gen_random_uuid(), $2, $3, id, gross, provider, platform, gross - provider - platform, true, now(), now()
  FROM unnest($4::text[], $5::int[], $6::int[], $7::int[]) AS line (id, gross, provider, platform)`

const SUMS = `
  SELECT count(*)::int AS lines, count(DISTINCT payment_id)::int AS payments,
    count(*) FILTER (WHERE gross_minor <> provider_minor + platform_minor + centre_minor)::int AS odd
  FROM settlement_lines WHERE tenant_id = $1`

await using centre = await openCentre({ people: PROVIDERS })
const { ctx, tenantId, providerIds } = centre
const owner = new pg.Client(centre.ownerUrl)
await owner.connect()
await fill()
const shares = {
  platform: { percent: 10, fixed: 50 },
  provider: { percent: 70 },
  centre: { percent: 20, minimum: 500 },
}
const terms = { currency: 'EUR', startsOn: '2026-01-01', shares }
const { id: termsId } = await createSplitTerms(ctx, CreateSplitTerms.parse(terms))

const half = await settleAll(providerIds.slice(0, PROVIDERS / 2))
print('the first half', half)
// As autovacuum does within minutes.
await owner.query('ANALYZE settlements, settlement_lines')
const rest = await settleAll(providerIds)
print('another run, which finds what is left', rest)
const [sums] = (await owner.query<Sums>(SUMS, [tenantId])).rows
console.log(
  `lines ${sums!.lines}, of ${sums!.payments} payments; ${sums!.odd} of them do not add up`,
)
print('bare: read, insert, nothing checked', await settleBare())
await owner.end()

interface Run {
  lines: number
  seconds: number
  /** What is in use once garbage is collected, after the first tenth and at the end. */
  memoryMb: [number, number]
}

interface Sums {
  lines: number
  payments: number
  odd: number
}

/** One provider after the other; what is settled, or being settled, is left as it is. */
async function settleAll(providers: readonly string[]): Promise<Run> {
  const began = performance.now()
  const memory: number[] = []
  let lines = 0
  for (const [index, providerId] of providers.entries()) {
    const period = { startsOn: '2026-01-01', endsOn: '2026-06-30' }
    try {
      lines += (await createSettlement(ctx, { providerId, ...period })).payments
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'settlement_in_progress')) throw error
    }
    if (index === Math.floor(providers.length / 10)) memory.push(usedMb())
  }
  const seconds = (performance.now() - began) / 1_000
  return { lines, seconds, memoryMb: [memory[0]!, usedMb()] }
}

async function settleBare(): Promise<Run> {
  await owner.query('CREATE TABLE bare.settlement_lines (LIKE public.settlement_lines)')
  const began = performance.now()
  const before = usedMb()
  let lines = 0
  for (const [index, providerId] of providerIds.entries()) {
    await owner.query('BEGIN')
    const { rows } = await owner.query<{ id: string; amount_minor: number }>(BARE_READ, [
      tenantId,
      providerId,
    ])
    await owner.query(BARE_WRITE, [
      tenantId,
      `stl_${index}`,
      termsId,
      rows.map(({ id }) => id),
      rows.map(({ amount_minor }) => amount_minor),
      rows.map(({ amount_minor }) => Math.round(amount_minor * 0.7)),
      rows.map(({ amount_minor }) => Math.round(amount_minor * 0.1)),
    ])
    await owner.query('COMMIT')
    lines += rows.length
  }
  return { lines, seconds: (performance.now() - began) / 1_000, memoryMb: [before, usedMb()] }
}

function print(what: string, { lines, seconds, memoryMb: [first, last] }: Run): void {
  const rate = Math.round(lines / seconds)
  console.log(
    `${what}: ${lines} lines in ${seconds.toFixed(1)} s, ${rate} a second; memory ${first} MiB, ${last} MiB at the end`,
  )
}

function usedMb(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return Math.round((heapUsed + external) / 1_048_576)
}

/** Written as the owner: what is measured is settling. */
async function fill(): Promise<void> {
  for (const table of ['appointments', 'orders', 'payments'])
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
  const [appointments, ...ofThem] = FILL
  await owner.query(appointments!, [tenantId, providerIds, centre.childIds, EACH])
  for (const text of ofThem) await owner.query(text, [tenantId])
  for (const table of ['appointments', 'orders', 'payments'])
    await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER ALL`)
  await owner.query('VACUUM ANALYZE appointments, orders, payments')
}
