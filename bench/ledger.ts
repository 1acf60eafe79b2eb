/**
 * The trial balance and statements of a ledger with 5,000,000 entries of ten years and 2,000 families.
 * `node bench/ledger.ts [entries]`. Goal: the trial balance in at most 200 ms.
 */
import pg from 'pg'
import { LedgerAccountQuery, listLedgerAccounts } from '#receivables/ledger/queries.ts'
import { LedgerEntryQuery } from '#receivables/ledger/schemas.ts'
import { listLedgerEntries } from '#receivables/ledger/list-ledger-entries.ts'
import { getTrialBalance } from '#receivables/ledger/get-trial-balance.ts'
import { openCentre } from './support/centre.ts'

const ENTRIES = Number(process.argv[2] ?? 5_000_000)
const FAMILIES = 2_000
const DAYS = 3_650
const BATCH = 250_000
const TIMES = 20

await using centre = await openCentre({ people: 1 })
const owner = new pg.Client(centre.ownerUrl)
await owner.connect()
await fill()

const { ctx } = centre
const query = LedgerEntryQuery.parse({ limit: 100 })
const ofKind = async (kind: string) =>
  (await listLedgerAccounts(ctx, LedgerAccountQuery.parse({ kind, limit: 1 }))).data[0]!.id
const revenue = await ofKind('REVENUE')
const family = await ofKind('RECEIVABLE')
const late = LedgerEntryQuery.parse({ limit: 100, 'postedOn[gte]': '2025-06-01' })

await measure('trial balance of today', () => getTrialBalance(ctx, {}))
await measure('trial balance of a day five years ago', () =>
  getTrialBalance(ctx, { closingOn: '2020-06-30' }),
)
await measure('statement of revenue, first page', () =>
  listLedgerEntries(ctx, { id: revenue, ...query }),
)
await measure('statement of revenue, a page of the last year', () =>
  listLedgerEntries(ctx, { id: revenue, ...late }),
)
await measure('statement of a family', () => listLedgerEntries(ctx, { id: family, ...query }))
await measure('a page of 100 accounts', () =>
  listLedgerAccounts(ctx, LedgerAccountQuery.parse({ limit: 100 })),
)
await owner.end()

/** Written as the owner: what is measured is reading. The days' balances are kept by their trigger, as always. */
async function fill() {
  const { tenantId } = centre
  await owner.query('ALTER TABLE ledger_entries DISABLE TRIGGER ALL')
  await owner.query('ALTER TABLE ledger_entries ENABLE TRIGGER add_to_balances')
  await owner.query('ALTER TABLE ledger_transactions DISABLE TRIGGER ALL')
  await owner.query(
    `INSERT INTO clients (tenant_id, id, name, custom_fields, created_at, updated_at)
     SELECT $1, 'cli_' || lpad(n::text, 26, '0'), 'Family ' || n, '{}', now(), now() FROM generate_series(1, $2::int) n`,
    [tenantId, FAMILIES],
  )
  await owner.query(
    `INSERT INTO ledger_accounts (tenant_id, id, kind, currency, client_id, created_at)
     SELECT $1, 'lac_' || lpad(n::text, 26, '0'), CASE n WHEN 0 THEN 'REVENUE' ELSE 'RECEIVABLE' END, 'EUR',
       CASE WHEN n > 0 THEN 'cli_' || lpad(n::text, 26, '0') END, now() FROM generate_series(0, $2::int) n`,
    [tenantId, FAMILIES],
  )
  for (let done = 0; done < ENTRIES / 2; done += BATCH) {
    const to = Math.min(done + BATCH, ENTRIES / 2)
    await owner.query(
      `INSERT INTO ledger_transactions (tenant_id, id, kind, subject_type, subject_id, posted_at)
       SELECT $1, 'ltx_' || lpad(n::text, 26, '0'), 'ORDER_OPENED', 'order', 'ord_' || lpad(n::text, 26, '0'), now()
       FROM generate_series($2::int, $3::int) n`,
      [tenantId, done + 1, to],
    )
    await owner.query(
      `INSERT INTO ledger_entries (tenant_id, id, transaction_id, account_id, posted_on, amount_minor)
       SELECT $1, 'lge_' || lpad((2 * n + side)::text, 26, '0'), 'ltx_' || lpad(n::text, 26, '0'),
         'lac_' || lpad(((1 - side) * (n % $4 + 1))::text, 26, '0'),
         date '2016-01-01' + ((n::bigint * $5) / ($6::int / 2))::int, CASE side WHEN 0 THEN 9500 ELSE -9500 END
       FROM generate_series($2::int, $3::int) n CROSS JOIN generate_series(0, 1) side`,
      [tenantId, done + 1, to, FAMILIES, DAYS, ENTRIES],
    )
    console.error(`entries: ${2 * to} of ${ENTRIES}`)
  }
  await owner.query(
    'VACUUM ANALYZE ledger_entries, ledger_transactions, ledger_accounts, ledger_balances',
  )
}

async function measure(what: string, ask: () => Promise<unknown>) {
  const times: number[] = []
  for (let turn = 0; turn < TIMES; turn += 1) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  const [p50, p95] = [0.5, 0.95].map(
    (part) => times.toSorted((a, b) => a - b)[Math.floor(part * TIMES)]!,
  )
  console.log(`${what}: p50 ${p50!.toFixed(1)} ms, p95 ${p95!.toFixed(1)} ms`)
}
