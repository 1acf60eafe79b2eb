/** Query plans for freshly filled tables without statistics. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropConstraints, fillTables } from '../support/fill-tables.ts'
import { planOf, readUniqueIndexes, rowsVisited, wholeScansInLoops } from '../support/plan-loops.ts'
import { createDatabase } from '../support/servers.ts'

const LISTER = path.join(import.meta.dirname, '../support/list-sql-texts.ts')

const stack = new AsyncDisposableStack()
let texts: Record<string, string>

beforeAll(() => {
  const listed = execFileSync(process.execPath, [LISTER], {
    input: '{}',
    maxBuffer: 16 * 1024 * 1024,
  })
  texts = (JSON.parse(listed.toString()) as { constants: Record<string, string> }).constants
})

afterAll(() => stack.disposeAsync())

/** A separate migrated database whose tables are never analyzed. */
const openDatabase = async (): Promise<pg.Client> => {
  const database = stack.use(await createDatabase())
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  stack.defer(() => client.end())
  await dropConstraints(client)
  return client
}

test('no statement scans all rows of a centre for each row of another table', async () => {
  const client = await openDatabase()
  expect(await fillTables(client, 4_000)).toBeGreaterThan(150)
  const unique = await readUniqueIndexes(client)
  const found: Record<string, string[]> = {}
  for (const [place, text] of Object.entries(texts)) {
    const scans = wholeScansInLoops(await planOf(client, text), unique)
    if (scans.length > 0 && !FEW_ROUNDS.has(place)) found[place] = scans
  }
  expect(found).toEqual({})
  expect(Object.keys(texts).length).toBeGreaterThan(400)
})

/**
 * These repeat a scan of a centre's rows for a known small number of rows: stages, days, months, locations, a
 * batch, candidates of one record; or they materialize the scan.
 */
const FEW_ROUNDS: ReadonlySet<string> = new Set([
  'domain/analytics/rollups/changed-days.ts CHANGED_DAYS.MONEY',
  'domain/analytics/rollups/compute-days.ts COUNT.APPOINTMENTS',
  'domain/analytics/rollups/compute-days.ts COUNT.SESSIONS',
  'domain/payouts/settlements/draft-lines.ts BEFORE',
  'domain/receivables/orders/order-hold.ts HOLD',
  'domain/receivables/statements/get-statement.ts MOVEMENTS',
  'domain/early-intervention/programs/move-clocks.ts BATCH',
  'domain/marketplace/leads/board/get-lead-board.ts CARDS',
  'domain/marketplace/provider-onboardings/delete-application.ts LEFT',
  'domain/people/children/find-duplicates.ts CANDIDATES',
  'domain/platform/core/records/record-ids-of.ts RECORD_IDS',
  'domain/scheduling/appointment-imports/rows/wanted.ts ZONES',
  'domain/scheduling/calendar/queries.ts APPOINTMENTS',
  'domain/scheduling/waitlist/slots-freed.ts WANTED',
  'domain/webhooks/deliveries/fan-out.ts MATCH',
  'domain/webhooks/recoveries/look-for-missed.ts LOOK',
])

test('billing and settling visits a number of rows in proportion to the data', async () => {
  const client = await openDatabase()
  for (const text of FILL) await client.query(text)
  const visited: Record<string, number> = {}
  for (const [place, values] of Object.entries(BILLING))
    visited[place] = await rowsVisited(client, texts[`domain/${place}`]!, values)
  expect(Object.entries(visited).filter(([, rows]) => rows > 20 * ROWS)).toEqual([])
})

/** Rows per table. */
const ROWS = 400
const EUR = ['EUR', '2026-01-01', '2026-12-31'] as const

const BILLING: Record<string, readonly unknown[]> = {
  'payouts/settlements/load-to-settle.ts CANDIDATES': ['ten', 'prv', ...EUR, null, 'UTC', 2_001],
  'payouts/settlements/draft-lines.ts BEFORE': [
    'ten',
    'prv',
    'EUR',
    'UTC',
    Array.from({ length: ROWS }, (_, index) => `pay_${index + 1}`),
  ],
  'payouts/settlements/wanted-payments.ts NAMED': [
    'ten',
    Array.from({ length: ROWS }, (_, index) => `pay_${index + 1}`),
    'prv',
  ],
  'payouts/settlements/load-settlement-statement.ts LINES': ['ten', 'set', 'UTC'],
  'receivables/invoices/queries.ts OUTSTANDING': ['ten'],
  'receivables/invoices/lines-of-orders.ts LINES': [
    'ten',
    Array.from({ length: ROWS }, (_, index) => `ord_${index + 1}`),
  ],
  'receivables/statements/get-statement.ts MOVEMENTS': [
    'ten',
    'cli',
    'EUR',
    ['RECEIVABLE'],
    '2026-01-01',
    '2026-12-31',
    1_000,
  ],
  'scheduling/calendar/queries.ts APPOINTMENTS': [
    'ten',
    '2026-01-01',
    '2026-12-31',
    '2026-01-01',
    ['prv'],
    [],
    null,
    1_000,
    true,
  ],
  'people/children/find-duplicates.ts CANDIDATES': ['ten', 'chd', 'Ana', ['2020-01-01'], []],
  'receivables/superbills/paid-sessions.ts PAID': ['ten', 'chd', 'cli', '2026-01-01', '2026-12-31'],
}

/** 400 visits of one child, each with an invoiced, paid and settled order. */
const FILL = [
  `INSERT INTO tenants (tenant_id, default_time_zone) VALUES ('ten', 'UTC')`,
  `INSERT INTO providers (tenant_id, id, name) SELECT 'ten', CASE n WHEN 1 THEN 'prv' ELSE 'prv_' || n END, n FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO children (tenant_id, id, first_name, last_name, birth_date)
   SELECT 'ten', CASE n WHEN 1 THEN 'chd' ELSE 'chd_' || n END, 'Ana', n, '2020-01-01' FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO guardianships (tenant_id, id, child_id, client_id) SELECT tenant_id, 'gua_' || id, id, 'cli' FROM children`,
  `INSERT INTO ledger_accounts (tenant_id, id, client_id, currency, kind) VALUES ('ten', 'acc', 'cli', 'EUR', 'RECEIVABLE')`,
  `INSERT INTO ledger_transactions (tenant_id, id, kind, subject_id) SELECT 'ten', 'ltx_' || n, 'PAYMENT', 'pay_' || n FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO ledger_entries (tenant_id, id, transaction_id, account_id, posted_on, amount_minor)
   SELECT tenant_id, 'len_' || id, id, 'acc', '2026-02-01', 9500 FROM ledger_transactions`,
  `INSERT INTO locations (tenant_id, id, time_zone) SELECT 'ten', 'loc_' || n, 'UTC' FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO services (tenant_id, id, code) SELECT 'ten', 'srv_' || n, n FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO appointments (tenant_id, id, child_id, provider_id, location_id, service_id, type, status, starts_at, ends_at, busy_from, busy_until)
   SELECT 'ten', 'apt_' || n, 'chd', 'prv', 'loc_' || n, 'srv_' || n, 'THERAPY_SESSION', 'COMPLETED', at, at + interval '45 minutes', at, at + interval '45 minutes'
   FROM generate_series(1, ${ROWS}) n CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01Z' + n * interval '6 hours' AS at) t`,
  `INSERT INTO orders (tenant_id, id, appointment_id, child_id, client_id, purpose, status, amount_minor, captured_minor, currency, created_at)
   SELECT tenant_id, 'ord_' || substr(id, 5), id, child_id, 'cli', 'SERVICE', 'PAID', 9500, 9500, 'EUR', ends_at FROM appointments`,
  `INSERT INTO order_lines (tenant_id, id, order_id, description, quantity, service_id)
   SELECT tenant_id, 'orl_' || substr(id, 5), id, 'Visit', 1, 'srv_' || substr(id, 5) FROM orders`,
  `INSERT INTO payments (tenant_id, id, order_id, status, amount_minor, currency, refunded_minor, charged_back_minor, disputed_minor, settled_at)
   SELECT tenant_id, 'pay_' || substr(id, 5), id, 'SUCCEEDED', 9500, 'EUR', 0, 0, 0, created_at FROM orders`,
  `INSERT INTO invoices (tenant_id, id, status) SELECT tenant_id, 'inv_' || substr(id, 5), 'ISSUED' FROM orders`,
  `INSERT INTO invoice_orders (tenant_id, invoice_id, order_id) SELECT tenant_id, 'inv_' || substr(id, 5), id FROM orders`,
  `INSERT INTO settlements (tenant_id, id, provider_id, currency, status) VALUES ('ten', 'set', 'prv', 'EUR', 'PAID')`,
  `INSERT INTO settlement_lines (tenant_id, id, settlement_id, payment_id, terms_id, gross_minor, provider_minor, platform_minor, centre_minor, counts)
   SELECT tenant_id, 'stl_' || substr(id, 5), 'set', id, 'trm', 9500, 9500, 0, 0, true FROM payments`,
]
