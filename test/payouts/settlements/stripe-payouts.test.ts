import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { create, newClient, refusal } from '../../resources/centre.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { startStripeServer } from '../../support/stripe-server.ts'
import { CONNECT_ACCOUNTS } from '../../support/stripe-transfers.ts'
import { payTo } from '../payout-accounts/pay-to.ts'
import { openMarket } from './market.ts'

/** Settlements of a centre paid through Stripe, with a server that speaks its HTTP API. */
let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const STRIPE = {
  kind: 'STRIPE',
  name: 'Stripe',
  publishableKey: 'pk_test_51HxKpq0123456789',
  secretKey: 'sk_test_51HxKpq0123456789',
}

/** A market whose provider has a Connect account, with a settlement of one payment. */
const openStripeMarket = async (payoutAccount: string = CONNECT_ACCOUNTS.byHand) => {
  await using starting = new AsyncDisposableStack()
  const stripe = starting.use(await startStripeServer())
  const market = await openMarket(api, { stripeUrl: stripe.url })
  const { id: paymentAccountId } = await create(market.client, '/v1/payment-accounts', STRIPE)
  await market.terms()
  await payTo(market.ctx, market.providerId, payoutAccount)
  const settlement = await market.settle([await market.pay(10_000)])
  const owned = starting.move()
  const posted = (ending: string) =>
    stripe.calls.filter((it) => it.method === 'POST' && it.path.endsWith(ending)).length
  return {
    ...market,
    stripe,
    posted,
    settlement,
    paymentAccountId,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

test('a settlement is transferred to the account of the provider and paid out from there', async () => {
  await using it = await openStripeMarket()
  const paid = await it.payOut(it.settlement.id)
  expect(paid).toMatchObject({
    status: 'PAID',
    payout: 7_000,
    paymentAccountId: it.paymentAccountId,
    failureCode: null,
  })
  expect([it.stripe.transferred(), it.stripe.paidOut()]).toEqual([7_000, 7_000])
  expect([it.posted('/transfers'), it.posted('/payouts')]).toEqual([1, 1])
  const [row] = await api.query(
    'SELECT transfer_reference, payout_reference FROM settlements WHERE id = $1',
    [paid.id],
  )
  expect(row).toEqual({ transfer_reference: 'tr_1', payout_reference: 'po_1' })
})

test('an account with a payout schedule at Stripe only receives transfers', async () => {
  await using it = await openStripeMarket(CONNECT_ACCOUNTS.bySchedule)
  expect(await it.payOut(it.settlement.id)).toMatchObject({ status: 'PAID' })
  expect([it.stripe.transferred(), it.posted('/payouts')]).toEqual([7_000, 0])
})

test.each([
  ['no account of Connect has', CONNECT_ACCOUNTS.unknown, 'unknown_payout_account'],
  ['may not be paid out', CONNECT_ACCOUNTS.refusing, 'payouts_not_allowed'],
])('one that %s fails, and its transfer is reversed', async (_, account, failureCode) => {
  await using it = await openStripeMarket(account)
  expect(await it.payOut(it.settlement.id)).toMatchObject({ status: 'FAILED', failureCode })
  expect([it.stripe.transferred(), it.stripe.paidOut()]).toEqual([0, 0])
})

describe.each([
  { step: 'transferSettlement', call: 'POST /v1/transfers', before: [] },
  { step: 'payOutSettlement', call: 'POST /v1/payouts', before: ['transferSettlement'] },
] as const)('a $step', ({ step, call, before }) => {
  test.each(['with its key', 'after Stripe has forgotten its key'] as const)(
    'with a lost response is recovered %s',
    async (when) => {
      await using it = await openStripeMarket()
      const { id } = it.settlement
      await it.approve(id)
      for (const earlier of before) await it.run(earlier, id)
      it.stripe.next(call, 'LOSE_ANSWER')
      it.stripe.next(call, 'LOSE_ANSWER')
      await expect(it.run(step, id)).rejects.toThrow('Stripe refused')
      if (when !== 'with its key') it.stripe.forgetKeys()
      expect(await it.run(step, id)).toBe(true)
      expect(await it.payOut(id)).toMatchObject({ status: 'PAID' })
      expect([it.stripe.transferred(), it.stripe.paidOut()]).toEqual([7_000, 7_000])
    },
  )

  test.each(['UNAVAILABLE', 'TOO_MANY', 'REFUSE_KEY'] as const)(
    'that Stripe cannot do now (%s) is retried',
    async (accident) => {
      await using it = await openStripeMarket()
      const { id } = it.settlement
      await it.approve(id)
      for (const earlier of before) await it.run(earlier, id)
      it.stripe.next(call, accident)
      await expect(it.run(step, id)).rejects.toThrow('Stripe refused')
      expect(await it.run(step, id)).toBe(true)
      expect(await it.get(id)).toMatchObject({ status: 'TRANSFERRING', failureCode: null })
    },
  )
})

test('a reversed transfer is not reversed again', async () => {
  await using it = await openStripeMarket(CONNECT_ACCOUNTS.refusing)
  const { id } = it.settlement
  await it.approve(id)
  await it.run('transferSettlement', id)
  expect(await it.run('payOutSettlement', id)).toBe(false)
  await it.run('reverseSettlementTransfer', id)
  it.stripe.forgetKeys()
  await it.run('reverseSettlementTransfer', id)
  expect(it.posted('/reversals')).toBe(1)
  expect(it.stripe.transferred()).toBe(0)
})

test('an IBAN cannot be paid by Stripe, which pays Connect accounts', async () => {
  await using it = await openStripeMarket()
  const account = { providerId: it.providerId, holder: 'Ana Ruiz', iban: 'DE89370400440532013000' }
  const { id } = await create(it.client, '/v1/payout-accounts', account)
  expect((await it.approver.post(`/v1/payout-accounts/${id}/verify`)).status).toBe(200)
  const answer = await it.approve(it.settlement.id)
  expect(refusal(answer).slice(0, 2)).toEqual([409, 'payout_account_not_payable'])
  expect(answer.text).toContain('gatewayAccountId')
})

test('credit cannot be paid out by Stripe', async () => {
  await using it = await openStripeMarket()
  const { id: clientId } = await newClient(it.client)
  const prepaid = { clientId, amount: 500, method: 'CASH', reference: 'Receipt 1' }
  const { id } = await create(it.client, '/v1/credit-balances', prepaid)
  const payout = { method: 'PAYOUT_ACCOUNT', destination: 'acct_byHand', reason: 'Moved away' }
  const answer = await it.client.post(`/v1/credit-balances/${id}/payouts`, payout)
  expect(refusal(answer).slice(0, 2)).toEqual([409, 'payments_not_accepted'])
})
