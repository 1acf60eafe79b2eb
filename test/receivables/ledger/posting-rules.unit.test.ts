import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  creditPosting,
  disputePosting,
  postingOf,
  type MoneyStep,
} from '#receivables/ledger/posting-rules.ts'
import { anyOrder, balancesOf, openOrder, stepsOf, take, type Order } from './model.ts'

const RUNS = 200
const STEPS = 50

test(`${RUNS * STEPS} random operations keep every account equal to the orders, and the total at zero`, () => {
  let done = 0
  const operations = fc.array(fc.tuple(anyOrder, fc.nat()), { minLength: STEPS, maxLength: STEPS })
  const run = fc.property(operations, (chosen) => {
    const orders: Order[] = []
    const accounts = new Map<string, number>()
    const post = (step: MoneyStep, order: Order, amount: number) => {
      const posting = postingOf(step, order, amount)
      for (const { account, clientId = null, amountMinor } of posting?.lines ?? []) {
        const key = [account, order.currency, clientId].join('/')
        accounts.set(key, (accounts.get(key) ?? 0) + amountMinor)
      }
    }
    for (const [terms, choice] of chosen) {
      const possible = orders.flatMap((order) => stepsOf(order).map((step) => ({ order, step })))
      // Every third step opens an order; the others continue one.
      const next = choice % 3 === 0 ? undefined : possible[choice % (possible.length || 1)]
      const { order, step } = next ?? { order: openOrder(orders, terms), step: 'open' as const }
      const amount = take(order, step, choice)
      post(step, order, amount)
      // A bounced refund does not count as refunded.
      if (step === 'returnRefund') post('failRefund', order, amount)
      done += 1
    }
    const zeroes = [...accounts].filter(([, balance]) => balance !== 0)
    expect(Object.fromEntries(zeroes)).toEqual(balancesOf(orders))
    expect(Object.values(balancesOf(orders)).reduce((sum, balance) => sum + balance, 0)).toBe(0)
  })
  fc.assert(run, { numRuns: RUNS })
  expect(done).toBe(RUNS * STEPS)
})

test('an order of zero is not posted', () => {
  const order = { clientId: null, purpose: 'SERVICE', currency: 'EUR' }
  expect(postingOf('open', order, 0)).toBeUndefined()
})

test.each([
  ['capture', 'PAYMENT_CAPTURED', 'CREDIT_PAYABLE', 'RECEIVABLE'],
  ['payRefund', 'REFUND_PAID', 'REFUND_PAYABLE', 'CREDIT_PAYABLE'],
] as const)('with credit, %s: %s debits %s and credits %s of the family', (...row) => {
  const [step, kind, debit, credit] = row
  const family = { clientId: 'cli_1', purpose: 'SERVICE', currency: 'EUR' }
  expect(postingOf(step, family, 100, 0, 'CREDIT_PAYABLE')).toEqual({
    kind,
    lines: [
      { account: debit, clientId: 'cli_1', amountMinor: 100 },
      { account: credit, clientId: 'cli_1', amountMinor: -100 },
    ],
  })
})

test.each([
  ['prepay', 'CREDIT_PREPAID', 'GATEWAY_CLEARING', 'CREDIT_PAYABLE'],
  ['beginPayout', 'CREDIT_PAYOUT_BEGUN', 'CREDIT_PAYABLE', 'REFUND_PAYABLE'],
  ['payOut', 'CREDIT_PAYOUT_PAID', 'REFUND_PAYABLE', 'GATEWAY_CLEARING'],
  ['failPayout', 'CREDIT_PAYOUT_FAILED', 'REFUND_PAYABLE', 'CREDIT_PAYABLE'],
] as const)('of credit, %s: %s debits %s and credits %s', (step, kind, debit, credit) => {
  expect(creditPosting(step, { clientId: 'cli_1', payerId: null }, 100)).toMatchObject({
    kind,
    lines: [
      { account: debit, amountMinor: 100 },
      { account: credit, amountMinor: -100 },
    ],
  })
})

test.each([
  ['SERVICE', 'open', 'ORDER_OPENED', 'RECEIVABLE', 'REVENUE'],
  ['SERVICE', 'cancel', 'ORDER_CANCELLED', 'REVENUE', 'RECEIVABLE'],
  ['SERVICE', 'writeOff', 'ORDER_WRITTEN_OFF', 'BAD_DEBT', 'RECEIVABLE'],
  ['SERVICE', 'capture', 'PAYMENT_CAPTURED', 'GATEWAY_CLEARING', 'RECEIVABLE'],
  ['SERVICE', 'beginRefund', 'REFUND_BEGUN', 'REVENUE', 'REFUND_PAYABLE'],
  ['SERVICE', 'payRefund', 'REFUND_PAID', 'REFUND_PAYABLE', 'GATEWAY_CLEARING'],
  ['SERVICE', 'returnRefund', 'REFUND_RETURNED', 'GATEWAY_CLEARING', 'REFUND_PAYABLE'],
  ['SERVICE', 'failRefund', 'REFUND_FAILED', 'REFUND_PAYABLE', 'REVENUE'],
  ['NO_SHOW_FEE', 'open', 'FEE_CHARGED', 'RECEIVABLE', 'FEE_REVENUE'],
  ['CANCELLATION_FEE', 'cancel', 'FEE_WITHDRAWN', 'FEE_REVENUE', 'RECEIVABLE'],
  ['CANCELLATION_FEE', 'beginRefund', 'REFUND_BEGUN', 'FEE_REVENUE', 'REFUND_PAYABLE'],
] as const)('%s, %s: %s debits %s and credits %s', (purpose, step, kind, debit, credit) => {
  const posting = postingOf(step, { clientId: 'cli_1', purpose, currency: 'EUR' }, 100)
  expect(posting).toMatchObject({
    kind,
    lines: [
      { account: debit, amountMinor: 100 },
      { account: credit, amountMinor: -100 },
    ],
  })
})

test('a lost dispute returns its tax, and a withheld amount has none', () => {
  expect(disputePosting('lose', 119, 19)).toEqual({
    kind: 'DISPUTE_LOST',
    lines: [
      { account: 'DISPUTE_LOSS', amountMinor: 100 },
      { account: 'TAX_PAYABLE', amountMinor: 19 },
      { account: 'DISPUTED_FUNDS', amountMinor: -119 },
    ],
  })
  expect(disputePosting('withdraw', 119, 0).lines).toEqual([
    { account: 'DISPUTED_FUNDS', amountMinor: 119 },
    { account: 'GATEWAY_CLEARING', amountMinor: -119 },
  ])
})
