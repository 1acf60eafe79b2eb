import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollUp } from '#analytics/rollups/roll-up.ts'
import { insertOrder } from '#receivables/orders/insert-order.ts'
import type { LedgerEntry, TrialBalance } from '#receivables/ledger/schemas.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { create, type Page } from '../../resources/centre.ts'
import { openBooks, type Books } from './books.ts'
import type { MoneyStep } from '#receivables/ledger/posting-rules.ts'
import { anyOrder, balancesOf, openOrder, stepsOf, take, type Order } from './model.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const REPORT: Order = {
  clientId: 'cli_a',
  purpose: 'SERVICE',
  currency: 'EUR',
  amount: 9_000,
  status: 'OPEN',
  refunded: [],
  refunding: [],
}

/** Opens an order and continues it by the choices, in the model and on record. */
const live = async (
  books: Books,
  order: Order,
  choices: readonly number[],
  without?: MoneyStep,
): Promise<Order> => {
  const recorded = { orderId: '', refunds: [], refunded: [] }
  await books.take(recorded, 'open', order, order.amount)
  for (const choice of choices) {
    const possible = stepsOf(order).filter((step) => step !== without)
    if (possible.length === 0) break
    const step = possible[choice % possible.length]!
    await books.take(recorded, step, order, take(order, step, choice))
  }
  return order
}

const paid = async (books: Books, terms: Partial<Order> = {}) => {
  const order = { ...REPORT, refunded: [], refunding: [], ...terms }
  const recorded = { orderId: '', refunds: [], refunded: [] }
  await books.take(recorded, 'open', order, order.amount)
  await books.take(recorded, 'capture', order, order.amount)
  return recorded
}

const yesterday = async (work: () => Promise<unknown>) => {
  api.clock.advance(-DAY_MS)
  await work()
  api.clock.advance(DAY_MS)
}

const trialBalance = async ({ client }: Books, query = '') =>
  (await client.get<TrialBalance>(`/v1/trial-balance${query}`)).body

const accountOf = async ({ client }: Books, kind: string, more = '') =>
  (await client.get<Page>(`/v1/ledger-accounts?kind=${kind}${more}`)).body.data[0]!

/** The income accounts, and what refunds reversed. */
const incomeOf = async ({ client }: Books) => {
  const [row] = await api.query<{ income: number; refunded: number }>(
    `SELECT coalesce(-sum(e.amount_minor), 0)::float8 AS income,
       coalesce(sum(e.amount_minor) FILTER (WHERE t.kind LIKE 'REFUND%'), 0)::float8 AS refunded
     FROM ledger_entries e
     JOIN ledger_accounts a ON a.tenant_id = e.tenant_id AND a.id = e.account_id
     JOIN ledger_transactions t ON t.tenant_id = e.tenant_id AND t.id = e.transaction_id
     WHERE e.tenant_id = $1 AND a.kind IN ('REVENUE', 'FEE_REVENUE')`,
    [client.tenantId],
  )
  return row!
}

const LIVES = fc.array(fc.tuple(anyOrder, fc.array(fc.nat(), { maxLength: 6 })), {
  minLength: 20,
  maxLength: 20,
})

test('simultaneous random orders keep every account equal to the orders, and the total at zero', async () => {
  const run = fc.asyncProperty(LIVES, async (lives) => {
    const books = await openBooks(api)
    const orders = await Promise.all(
      lives.map(([terms, choices]) => live(books, openOrder([], terms), choices)),
    )
    const expected = balancesOf(orders)
    expect(await books.balances()).toEqual(expected)
    const { lines } = await trialBalance(books)
    for (const currency of ['EUR', 'USD']) {
      const own = lines.filter((line) => line.currency === currency)
      expect(own.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
      for (const { kind, balance } of own) {
        const parts = Object.entries(expected).filter(([key]) =>
          key.startsWith(`${kind}/${currency}`),
        )
        expect(balance).toBe(parts.reduce((sum, [, part]) => sum + part, 0))
      }
    }
  })
  await fc.assert(run, { numRuns: 4, endOnFailure: true })
})

test('revenue of analytics less refunds equals the income of the ledger, cancellation fees included', async () => {
  const amounts = fc.record({
    amount: fc.integer({ min: 1, max: 9_999 }),
    taxRate: fc.constantFrom(0, 7, 19),
    paidPercent: fc.constantFrom(0, 33, 100),
    isCancelled: fc.boolean(),
    refundPercent: fc.constantFrom(0, 45),
  })
  const lives = fc.array(amounts, { minLength: 15, maxLength: 15 })
  const run = fc.asyncProperty(lives, async (orders) => {
    const books = await openBooks(api)
    for (const order of orders) await books.keep(order)
    await rollUp(api.services.platform)
    const { income, refunded } = await incomeOf(books)
    const { body } = await books.client.get<{ total: { value: number }[] }>(
      '/v1/analytics/locations?metrics=REVENUE&startsOn=2026-11-01&endsOn=2026-12-31&granularity=TOTAL&groupBy=NONE',
    )
    expect((body.total[0]?.value ?? 0) - refunded).toBe(income)
  })
  await fc.assert(run, { numRuns: 4, endOnFailure: true })
})

test('the statement of an account has the balance after each entry, across pages and days', async () => {
  const books = await openBooks(api)
  await yesterday(async () => {
    for (const amount of [1_000, 2_000, 3_000]) await paid(books, { amount })
  })
  for (const amount of [4_000, 5_000]) await paid(books, { amount })
  const day = (await trialBalance(books)).closingOn
  for (const [kind, sign] of [
    ['RECEIVABLE', 1],
    ['REVENUE', -1],
    ['GATEWAY_CLEARING', 1],
  ] as const) {
    const { id, balance } = await accountOf(books, kind)
    const entries: LedgerEntry[] = []
    for (let cursor = ''; ;) {
      const path = `/v1/ledger-accounts/${id}/entries?limit=2${cursor && `&cursor=${cursor}`}`
      const { body } = await books.client.get<Page>(path)
      entries.push(...(body.data as unknown as LedgerEntry[]))
      if (!body.nextCursor) break
      cursor = body.nextCursor
    }
    let sum = 0
    for (const { debit, credit, balance: after } of entries)
      expect(after).toBe((sum += debit - credit))
    expect(sum).toBe(balance)
    expect(entries.every(({ subjectType }) => subjectType === 'ORDER' || kind !== 'REVENUE')).toBe(
      true,
    )

    const today = `/v1/ledger-accounts/${id}/entries?postedOn[gte]=${day}`
    const later = (await books.client.get<Page>(today)).body.data as unknown as LedgerEntry[]
    expect(later).toEqual(entries.filter(({ postedOn }) => postedOn === day))
    expect(later.length).toBeGreaterThan(0)
    if (kind === 'REVENUE') expect(later[0]!.balance).toBe(sign * 10_000)
    const file = await books.client.get(`/v1/ledger-accounts/${id}/entries.csv?postedOn[lt]=${day}`)
    expect(file.text.trim().split('\r\n')).toHaveLength(1 + entries.length - later.length)
  }
})

test('the trial balance is filtered by day and currency, and available as CSV', async () => {
  const books = await openBooks(api)
  const first = '2026-11-23'
  await yesterday(() => paid(books))
  await paid(books, { amount: 500 })
  await paid(books, { amount: 700, currency: 'USD' })
  const line = (kind: string, debits: number, credits: number) => ({
    kind,
    currency: 'EUR',
    debits,
    credits,
    balance: debits - credits,
  })
  expect(await trialBalance(books, `?closingOn=${first}`)).toEqual({
    closingOn: first,
    lines: [
      line('GATEWAY_CLEARING', 9_000, 0),
      line('RECEIVABLE', 9_000, 9_000),
      line('REVENUE', 0, 9_000),
    ],
  })
  expect((await trialBalance(books, '?currency=EUR')).lines).toContainEqual(
    line('GATEWAY_CLEARING', 9_500, 0),
  )
  const file = await books.client.get(`/v1/trial-balance.csv?currency=USD`)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.text.split('\r\n')).toContain(
    `${(await trialBalance(books)).closingOn},REVENUE,USD,0,700,-700`,
  )
})

test('a posting does not wait for an uncommitted one', async () => {
  const books = await openBooks(api)
  await paid(books)
  await transact(books.ctx, 'orders:write', async (tx) => {
    await insertOrder(tx, {
      childId: books.families.get('cli_a')!.childId,
      appointmentId: null,
      currency: 'EUR',
      lines: [{ serviceId: null, description: 'Report', quantity: 1, unitAmountMinor: 9_000 }],
    })
    await create(books.client, '/v1/orders', {
      childId: books.families.get('cli_a')!.childId,
      lines: [{ description: 'Report', quantity: 1, unitAmount: 100 }],
    })
  })
  expect(await books.balances()).toMatchObject({ 'RECEIVABLE/EUR/cli_a': 9_100 })
})

test('postings cannot be changed, deleted or truncated', async () => {
  const books = await openBooks(api)
  await paid(books)
  for (const table of ['ledger_accounts', 'ledger_transactions', 'ledger_entries']) {
    const own = `WHERE tenant_id = '${books.client.tenantId}'`
    for (const statement of [
      `UPDATE ${table} SET id = id ${own}`,
      `DELETE FROM ${table} ${own}`,
      `TRUNCATE ${table} CASCADE`,
    ])
      await expect(api.query(statement), statement).rejects.toThrow(/is append-only/)
  }
})

const ENTRY = `INSERT INTO ledger_entries (tenant_id, id, transaction_id, account_id, posted_on, amount_minor)
  SELECT a.tenant_id, $2 || substr(a.id, 5), t.id, a.id, '2026-11-24', $3
  FROM ledger_accounts a JOIN ledger_transactions t ON t.tenant_id = a.tenant_id
  WHERE a.tenant_id = $1 AND a.kind = 'REVENUE' AND a.currency = $4 LIMIT 1`

test.each([
  ['a side too many', [[100, 'EUR']]],
  [
    'two currencies',
    [
      [100, 'EUR'],
      [-100, 'USD'],
    ],
  ],
] as [string, [number, string][]][])('%s is refused at commit', async (_, sides) => {
  const books = await openBooks(api)
  await paid(books)
  await paid(books, { currency: 'USD' })
  const write = transact(books.ctx, 'orders:write', async (tx) => {
    for (const [amount, currency] of sides)
      await tx.sql(ENTRY, [tx.tenantId, `lge_${currency}`, amount, currency])
    tx.nothingChanged({ type: 'tenant', id: tx.tenantId })
  })
  await expect(write).rejects.toMatchObject({ constraint: 'ledger_balanced' })
})

test('an order cancelled without its verb is refused at commit', async () => {
  const books = await openBooks(api)
  const recorded = { orderId: '', refunds: [], refunded: [] }
  await books.take(recorded, 'open', REPORT, 0)
  const write = transact(books.ctx, 'orders:write', async (tx) => {
    await tx.db.order.update({ where: keyOf(tx, recorded.orderId), data: { status: 'CANCELLED' } })
    tx.nothingChanged({ type: 'order', id: recorded.orderId })
  })
  await expect(write).rejects.toMatchObject({ constraint: 'ledger_posted' })
})

test('a key bound to a provider can post, but cannot see the ledger', async () => {
  const books = await openBooks(api)
  const { client } = books
  const provider = await create(client, '/v1/providers', { name: 'Ana Ruiz' })
  const bound = await api.createClient(client.tenantId, { providerId: provider.id })
  const child = { firstName: 'Lena', lastName: 'Weiss', birthDate: '2021-04-30' }
  const { id: childId } = await create(bound, '/v1/children', child)
  const lines = [{ description: 'Report', quantity: 1, unitAmount: 400 }]
  const order = await create(bound, '/v1/orders', { childId, lines })
  expect((await bound.post(`/v1/orders/${order.id}/cancel`)).status).toBe(200)
  await create(bound, '/v1/orders', { childId, lines })
  expect(await books.balances()).toEqual({ 'RECEIVABLE/EUR/': 400, 'REVENUE/EUR/': -400 })
  for (const path of ['/v1/ledger-accounts', '/v1/trial-balance'])
    expect((await bound.get(path)).status).toBe(403)
})
