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
    answer: null,
  })

test('a dispute is read with its balance transactions', async () => {
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

test('an account in another currency loses the whole payment, with the fee in its own currency', async () => {
  await disputed({ balance_transactions: [{ amount: -10_400, fee: 1_500, currency: 'usd' }] })
  expect(await review()).toMatchObject({
    withheldMinor: 9_500,
    fee: { amountMinor: 1_500, currency: 'USD' },
  })
})

test('an unavailable gateway is asked again', async () => {
  await disputed()
  stripe.next('/dp_1', 'UNAVAILABLE')
  await expect(review()).rejects.toThrow(GatewayUnavailableError)
})

const EVIDENCE = {
  reference: 'dp_1',
  isAcceptance: false,
  texts: [
    { kind: 'SERVICE_DATE', text: 'On 24 November 2026.' },
    { kind: 'OTHER', text: 'They were there.' },
  ],
  files: [{ kind: 'RECEIPT', name: 'inv_1.pdf', pdf: Buffer.from('%PDF-1.7') }],
  idempotencyKey: 'ten_1/dsp_1/1',
}
const ACCEPTANCE = { ...EVIDENCE, isAcceptance: true, texts: [], files: [] }
const TAKEN = { outcome: 'SUCCEEDED', reference: 'dp_1' }
const answering = (path: string) =>
  stripe.calls.filter((it) => it.method === 'POST' && it.path.endsWith(path))

test('evidence is submitted once with its documents, even if it is requested repeatedly', async () => {
  const dispute = await disputed()
  expect(await gateway().answerDispute(EVIDENCE)).toEqual(TAKEN)
  expect(dispute).toMatchObject({
    status: 'under_review',
    evidence: {
      service_date: 'On 24 November 2026.',
      uncategorized_text: 'They were there.',
      receipt: 'file_1',
    },
  })
  stripe.forgetKeys()
  expect(await gateway().answerDispute(EVIDENCE)).toEqual(TAKEN)
  expect(answering('/dp_1')).toHaveLength(1)
  expect(await review()).toMatchObject({ status: 'UNDER_REVIEW' })
})

test('a lost response is recovered', async () => {
  await disputed()
  stripe.next('/files', 'UNAVAILABLE')
  await expect(gateway().answerDispute(EVIDENCE)).rejects.toThrow(GatewayUnavailableError)
  stripe.next('/v1/disputes/dp_1', 'UNAVAILABLE')
  await expect(gateway().answerDispute(EVIDENCE)).rejects.toThrow(GatewayUnavailableError)
  expect(await gateway().answerDispute(EVIDENCE)).toEqual(TAKEN)
  expect(answering('/dp_1')).toHaveLength(1)
})

test('evidence submitted elsewhere is not mistaken for ours', async () => {
  const dispute = await disputed()
  dispute.status = 'under_review'
  const refused = { outcome: 'FAILED', failureCode: 'dispute_not_open' }
  expect(await gateway().answerDispute(EVIDENCE)).toEqual(refused)
  expect(await gateway().answerDispute(ACCEPTANCE)).toEqual(refused)
  expect(answering('/dp_1')).toEqual([])
})

test('accepting a dispute loses it', async () => {
  await disputed()
  expect(await gateway().answerDispute(ACCEPTANCE)).toEqual(TAKEN)
  stripe.forgetKeys()
  expect(await gateway().answerDispute(ACCEPTANCE)).toEqual(TAKEN)
  expect(answering('/close')).toHaveLength(1)
  expect(await review()).toMatchObject({ status: 'LOST', withheldMinor: 9_500 })
})
