import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LedgerAccountQuery, listLedgerAccounts } from '#receivables/ledger/queries.ts'
import { createSplitTerms } from '#payouts/split-terms/create-split-terms.ts'
import { CreateSplitTerms } from '#payouts/split-terms/schemas.ts'
import { systemContext, type Context } from '#platform/core/context/context.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import {
  newChild,
  newClient,
  newLocation,
  newProvider,
  newService,
  create,
} from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { balancesOf, type Life } from './model.ts'
import { movesOf, type Till } from './moves.ts'
import { payTo } from '../../payouts/payout-accounts/pay-to.ts'

/** Number of sequences per caller; try more with `MONEY_SEQUENCES=10000 bin/test test/payments/money-sequences`. */
const SEQUENCES = Number(process.env['MONEY_SEQUENCES'] ?? 100)
/** Sequences in parallel in one centre with shared accounts: as many as there are connections besides other tests. */
const AT_ONCE = 8
const PRICES = [101, 3_333, 8_500, 10_001]
const MINUTES_MS = 120_000

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

interface Bank extends Omit<Till, 'caller'> {
  tenantId: string
  newLife: () => Promise<Life>
}

const openBank = async (): Promise<Bank> => {
  const client = await api.createTenant()
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  const { id: locationId } = await newLocation(client)
  const services = []
  for (const amount of PRICES) {
    const code = `SERVICE_${amount}`
    const { id } = await newService(client, { code, name: code, amount, currency: 'EUR' })
    services.push({ id, amount })
  }
  const shares = {
    platform: { percent: 10, fixed: 50 },
    provider: { percent: 70 },
    centre: { percent: 20, minimum: 30 },
  }
  const agreed = { recognition: 'PAYMENT' as const, startsOn: '2026-01-01' }
  const terms = { currency: 'EUR', ...agreed, shares }
  await createSplitTerms(ctx, CreateSplitTerms.parse(terms))
  let starts = 0
  const firstStart = Date.parse('2026-12-01T09:00:00Z')
  return {
    ctx,
    tenantId,
    services,
    nextStart: () => new Date(firstStart + (starts += 1) * DAY_MS),
    newLife: async () => {
      const { id: providerId } = await newProvider(client, { locationIds: [locationId] })
      await payTo(ctx, providerId, 'acct_sandbox_ok')
      const { id: childId } = await newChild(client, { primaryProviderId: providerId })
      const { id: clientId } = await newClient(client)
      const tie = { childId, clientId, relationship: 'mother', billing: true }
      await create(client, '/v1/guardianships', tie)
      const money = { orders: [], prepaid: 0, credit: 0, payouts: [], settlements: [] }
      return { childId, clientId, providerId, ...money }
    },
  }
}

/** The acting caller: a person who sees the whole centre, or the children of one provider. */
const CALLERS = {
  'the centre': ({ ctx }: Bank): Context => ctx,
  'a therapist': ({ ctx }: Bank, { providerId }: Life): Context => ({
    ...ctx,
    actor: { ...ctx.actor, providerId },
  }),
}
type Caller = keyof typeof CALLERS

/** One sequence of verbs, each chosen from all currently possible. */
const live = async (bank: Bank, as: Caller, choices: readonly number[]): Promise<Life> => {
  const life = await bank.newLife()
  const till = { ...bank, caller: CALLERS[as](bank, life) }
  for (const choice of choices) {
    const moves = movesOf(till, life)
    await moves[choice % moves.length]!(Math.floor(choice / moves.length))
  }
  return life
}

/** Every recorded account; REVENUE and DISPUTE_LOSS combined. */
const accountsOf = async (ctx: Context): Promise<[string, number][]> => {
  const { data, hasMore } = await listLedgerAccounts(ctx, LedgerAccountQuery.parse({ limit: 100 }))
  expect(hasMore).toBe(false)
  return data.map(({ kind, clientId, providerId, balance }) => {
    const isIncome = kind === 'REVENUE' || kind === 'DISPUTE_LOSS'
    const name = isIncome ? 'REVENUE + DISPUTE_LOSS' : kind
    return [[name, clientId ?? providerId].filter((it) => it !== null).join('/'), balance]
  })
}

const summed = (balances: readonly [string, number][]): Record<string, number> => {
  const sums = new Map<string, number>()
  for (const [account, balance] of balances) sums.set(account, (sums.get(account) ?? 0) + balance)
  return Object.fromEntries([...sums].filter(([, balance]) => balance !== 0))
}

const CHOICES = fc.array(fc.nat(), { minLength: 8, maxLength: 24 })
const LIVES = fc.array(CHOICES, { minLength: AT_ONCE, maxLength: AT_ONCE })

test.each(Object.keys(CALLERS) as Caller[])(
  'random sequences of verbs of %s keep every account equal to the records, and the total at zero',
  { timeout: MINUTES_MS + SEQUENCES * 1_000 },
  async (as) => {
    const run = fc.asyncProperty(LIVES, async (lives) => {
      const bank = await openBank()
      const lived = await Promise.all(lives.map((choices) => live(bank, as, choices)))
      const accounts = await accountsOf(bank.ctx)
      expect(summed(accounts)).toEqual(summed(lived.flatMap(balancesOf)))
      expect(accounts.reduce((total, [, balance]) => total + balance, 0)).toBe(0)
      const [odd] = await api.query<{ n: number }>(ODD, [bank.tenantId])
      expect(odd!.n).toBe(0)
    })
    await fc.assert(run, { numRuns: Math.ceil(SEQUENCES / AT_ONCE), endOnFailure: true })
  },
)

// Payments with a negative share, and settlements whose shares differ from the split.
const ODD = `
  SELECT ((SELECT count(*) FROM (SELECT FROM settlement_lines WHERE tenant_id = $1 AND counts GROUP BY payment_id
      HAVING least(sum(provider_minor), sum(platform_minor), sum(centre_minor)) < 0) AS below)
    + (SELECT count(*) FROM settlements WHERE tenant_id = $1 AND gross_minor <> provider_minor + platform_minor + centre_minor))::int AS n`
