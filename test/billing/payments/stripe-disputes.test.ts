import { afterEach, beforeEach, expect, test } from 'vitest'
import { GatewayUnavailableError } from '../../../providers/payments/gateway.ts'
import { createStripeGateway } from '../../../providers/payments/stripe.ts'
import { startStripeServer, type StripeServer } from '../../support/stripe-server.ts'

let stripe: StripeServer
beforeEach(async () => void (stripe = await startStripeServer()))
afterEach(() => stripe[Symbol.asyncDispose]())

const gateway = () => createStripeGateway('sk_test_0123456789', stripe.url)

const disputed = async (found = {}) => {
  const body = new URLSearchParams({ amount: '9500', currency: 'eur' })
  await fetch(`${stripe.url}/v1/payment_intents`, { method: 'POST', body })
  return stripe.dispute('pi_1', found)
}
const review = () =>
  gateway().reviewDispute({
    reference: 'dp_1',
    paymentMethodId: 'pm_card_visa',
    amountMinor: 9_500,
    currency: 'EUR',
  })

test('a dispute is read with what moved for it', async () => {
  const dispute = await disputed()
  expect(await review()).toEqual({
    reference: 'dp_1',
    status: 'NEEDS_RESPONSE',
    isInquiry: false,
    reason: 'fraudulent',
    amountMinor: 9_500,
    currency: 'EUR',
    withdrawnMinor: 9_500,
    withheldMinor: 9_500,
    fee: { amountMinor: 2_000, currency: 'EUR' },
    dueAt: new Date(1_796_515_199_000),
  })
  dispute.status = 'won'
  dispute.balance_transactions.push({ amount: 9_500, fee: -2_000, currency: 'eur' })
  expect(await review()).toMatchObject({
    status: 'WON',
    withdrawnMinor: 9_500,
    withheldMinor: 0,
    fee: { amountMinor: 0 },
  })
})

test.each([
  ['warning_needs_response', 'NEEDS_RESPONSE', true],
  ['warning_under_review', 'UNDER_REVIEW', true],
  ['warning_closed', 'CLOSED', true],
  ['under_review', 'UNDER_REVIEW', false],
  ['lost', 'LOST', false],
])('%s is %s', async (found, status, isInquiry) => {
  await disputed({ status: found, balance_transactions: [], evidence_details: { due_by: null } })
  const nothing = { withdrawnMinor: 0, withheldMinor: 0, fee: null, dueAt: null }
  expect(await review()).toMatchObject({ status, isInquiry, ...nothing })
})

test('an account in another currency: all of the payment was taken, and the fee is in its own', async () => {
  await disputed({ balance_transactions: [{ amount: -10_400, fee: 1_500, currency: 'usd' }] })
  expect(await review()).toMatchObject({
    withheldMinor: 9_500,
    fee: { amountMinor: 1_500, currency: 'USD' },
  })
})

test('a gateway that is away is asked again', async () => {
  await disputed()
  stripe.next('/dp_1', 'UNAVAILABLE')
  await expect(review()).rejects.toThrow(GatewayUnavailableError)
})
