import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptDispute } from '#payments/disputes/accept-dispute.ts'
import { getDispute, listDisputes } from '#payments/disputes/queries.ts'
import { recordDispute } from '#payments/disputes/record-dispute.ts'
import { recordResponse } from '#payments/disputes/record-response.ts'
import { settleDispute } from '#payments/disputes/settle-dispute.ts'
import { submitDisputeEvidence } from '#payments/disputes/submit-dispute-evidence.ts'
import { getTrialBalance } from '#receivables/ledger/get-trial-balance.ts'
import { getOrder } from '#receivables/orders/queries.ts'
import { getPayment } from '#payments/payments/queries.ts'
import { createRefund } from '#payments/refunds/create-refund.ts'
import { listFollowUps } from '#messaging/follow-ups/queries.ts'
import { eventually } from '../../workflows/support.ts'
import { DISPUTE_STATE } from '../../contract/world/billing.ts'
import { openTill, type Till } from '../support.ts'

let till: Till
beforeAll(async () => void (till = await openTill()))
afterAll(() => till[Symbol.asyncDispose]())

const page = { limit: 10, sort: '-createdAt' } as const
const disputeOf = async (paymentId: string) =>
  (await listDisputes(till.ctx, { ...page, paymentId })).data[0]!
const books = async () => {
  const { lines } = await getTrialBalance(till.ctx, {})
  return Object.fromEntries(lines.map(({ kind, balance }) => [kind, balance]))
}
const typesOf = async (id: string) => (await till.eventsOf(id)).map(({ type }) => type).toReversed()

test('a disputed payment is withheld, posted, announced and not refundable, and people are asked to respond', async () => {
  const before = await books()
  const { id: paymentId } = await till.pay('pm_sandbox_disputed')
  const dispute = await disputeOf(paymentId)
  expect(dispute).toMatchObject({
    status: 'NEEDS_RESPONSE',
    isInquiry: false,
    amount: 9_000,
    amountWithheld: 9_000,
    fee: { amount: 1_500, currency: 'EUR' },
    closedAt: null,
  })
  await till.again('capturePayment', paymentId)
  await till.again('reviewDispute', dispute.id)
  expect(await typesOf(paymentId)).toEqual(['payment.succeeded', 'payment.disputed'])
  const after = await books()
  expect((after['DISPUTED_FUNDS'] ?? 0) - (before['DISPUTED_FUNDS'] ?? 0)).toBe(9_000)
  expect((after['DISPUTE_FEES'] ?? 0) - (before['DISPUTE_FEES'] ?? 0)).toBe(1_500)
  expect(await getPayment(till.ctx, { id: paymentId })).toMatchObject({
    status: 'SUCCEEDED',
    amountDisputed: 9_000,
    amountChargedBack: 0,
  })
  await expect(createRefund(till.ctx, { id: paymentId, reason: 'No.' })).rejects.toMatchObject({
    code: 'payment_disputed',
    extra: { paymentId, disputed: 9_000 },
  })
  const asked = await eventually(async () => {
    const found = await listFollowUps(till.ctx, {
      ...page,
      subjectId: dispute.id,
      actionRequired: 'true',
    })
    return found.data[0]
  })
  // The sandbox names no date until which to answer, so this is the only step.
  expect(asked).toMatchObject({
    kind: 'DISPUTE_RESPONSE',
    steps: [{ step: 'ask', status: 'DONE', actionRequired: expect.stringContaining('answer') }],
  })
})

test('a lost dispute refunds the order and posts the loss with tax, and nothing remains to refund', async () => {
  const { id: paymentId, orderId } = await till.pay('pm_sandbox_dispute_lost')
  const dispute = await disputeOf(paymentId)
  expect(dispute).toMatchObject({ status: 'LOST', amountWithheld: 9_000 })
  expect(dispute.closedAt).not.toBeNull()
  expect(await typesOf(paymentId)).toEqual([
    'payment.succeeded',
    'payment.disputed',
    'payment.dispute_lost',
  ])
  expect((await getOrder(till.ctx, { id: orderId })).status).toBe('REFUNDED')
  expect(await getPayment(till.ctx, { id: paymentId })).toMatchObject({ amountChargedBack: 9_000 })
  await expect(createRefund(till.ctx, { id: paymentId, reason: 'No.' })).rejects.toMatchObject({
    code: 'refund_exceeds_payment',
  })
  expect((await books())['DISPUTE_LOSS']).toBe(9_000)
})

test('an inquiry moves no money, and a refund ends the inquiry', async () => {
  const { id: paymentId } = await till.pay('pm_sandbox_inquiry')
  expect(await disputeOf(paymentId)).toMatchObject({
    isInquiry: true,
    amountWithheld: 0,
    fee: null,
  })
  const { id } = await createRefund(till.ctx, { id: paymentId, reason: 'Agreed.', amount: 100 })
  await (await till.workflowOf('paymentRefund', id!)).result()
  expect(await getPayment(till.ctx, { id: paymentId })).toMatchObject({ amountRefunded: 100 })
})

test('a won dispute ends when the money returns, posts each step once, and stays won', async () => {
  const before = await books()
  const { id: paymentId } = await till.pay('pm_sandbox_ok')
  const state = {
    ...DISPUTE_STATE,
    amountMinor: 9_000,
    withdrawnMinor: 9_000,
    withheldMinor: 9_000,
  }
  const { id } = await recordDispute(till.ctx, { paymentId, state })
  const settle = (more: object) => settleDispute(till.ctx, { id, state: { ...state, ...more } })
  await settle({ status: 'UNDER_REVIEW', dueAt: null })
  expect(await settle({ status: 'WON' })).toMatchObject({ status: 'WON', closedAt: null })
  const back = { status: 'WON', withheldMinor: 0, fee: { amountMinor: 0, currency: 'EUR' } }
  await Promise.all([settle(back), settle(back), settle(back)])
  expect(await getDispute(till.ctx, { id })).toMatchObject({
    status: 'WON',
    amountWithheld: 0,
    fee: { amount: 0 },
    closedAt: expect.any(String),
  })
  await settle({ status: 'NEEDS_RESPONSE' })
  await settle({ status: 'LOST' })
  expect((await getDispute(till.ctx, { id })).status).toBe('WON')
  expect(await typesOf(paymentId)).toEqual([
    'payment.succeeded',
    'payment.disputed',
    'payment.dispute_won',
  ])
  const after = await books()
  expect(after['GATEWAY_CLEARING']! - before['GATEWAY_CLEARING']!).toBe(9_000)
  expect(after['DISPUTED_FUNDS']).toBe(before['DISPUTED_FUNDS'])
  expect(await createRefund(till.ctx, { id: paymentId, reason: 'Ill.' })).toMatchObject({
    amount: 9_000,
  })
})

test('ten simultaneous events create one dispute', async () => {
  const { id: paymentId } = await till.pay('pm_sandbox_ok')
  const state = {
    ...DISPUTE_STATE,
    amountMinor: 9_000,
    withdrawnMinor: 9_000,
    withheldMinor: 9_000,
  }
  await Promise.all(Array.from({ length: 10 }, () => recordDispute(till.ctx, { paymentId, state })))
  expect((await listDisputes(till.ctx, { ...page, paymentId })).data).toHaveLength(1)
  expect(await typesOf(paymentId)).toEqual(['payment.succeeded', 'payment.disputed'])
})

const disputed = async (token = 'pm_sandbox_disputed') => {
  const { id: paymentId } = await till.pay(token)
  return { ...(await disputeOf(paymentId)), paymentId }
}
const saying = (text: string) => ({ texts: [{ kind: 'OTHER' as const, text }], documents: [] })
const over = async (id: string) => {
  await (await till.workflowOf('paymentDispute', id)).result()
  return getDispute(till.ctx, { id })
}

test.each([
  ['winning_evidence', 'WON', 'payment.dispute_won'],
  ['losing_evidence', 'LOST', 'payment.dispute_lost'],
])('evidence is submitted once and decides: %s', async (text, status, told) => {
  const { id, paymentId } = await disputed()
  const asked = await submitDisputeEvidence(till.ctx, { id, ...saying(text) })
  expect(asked).toMatchObject({
    status: 'NEEDS_RESPONSE',
    response: { kind: 'EVIDENCE', evidence: saying(text), submittedAt: null, refusalCode: null },
  })
  expect(await over(id)).toMatchObject({
    status,
    response: { submittedAt: expect.any(String), refusalCode: null },
  })
  await till.again('reviewDispute', id)
  expect((await typesOf(paymentId)).filter((type) => type === told)).toHaveLength(1)
})

test('undecided evidence is under review, and no further response is requested or accepted', async () => {
  const { id } = await disputed()
  const evidence = { id, ...saying('They were there.') }
  const answers = await Promise.allSettled([
    submitDisputeEvidence(till.ctx, evidence),
    submitDisputeEvidence(till.ctx, evidence),
    acceptDispute(till.ctx, { id }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ])
  await eventually(async () => {
    const { status } = await getDispute(till.ctx, { id })
    return status === 'NEEDS_RESPONSE' ? undefined : status
  })
  await expect(acceptDispute(till.ctx, { id })).rejects.toMatchObject({
    code: 'invalid_transition',
  })
  await eventually(async () => {
    const { data } = await listFollowUps(till.ctx, { ...page, subjectId: id })
    return data[0]?.steps.every(({ actionRequired }) => actionRequired === null) || undefined
  })
})

test('accepting a dispute leaves the money with the payer', async () => {
  const { id, paymentId } = await disputed()
  await acceptDispute(till.ctx, { id })
  expect(await over(id)).toMatchObject({
    status: 'LOST',
    response: { kind: 'ACCEPTANCE', evidence: null },
  })
  expect(await getPayment(till.ctx, { id: paymentId })).toMatchObject({ amountChargedBack: 9_000 })
})

test('an inquiry cannot be accepted, and submitting evidence ends it', async () => {
  const { id } = await disputed('pm_sandbox_inquiry')
  await expect(acceptDispute(till.ctx, { id })).rejects.toMatchObject({
    code: 'dispute_not_answerable',
  })
  await submitDisputeEvidence(till.ctx, { id, ...saying('winning_evidence') })
  expect(await over(id)).toMatchObject({ status: 'CLOSED', amountWithheld: 0 })
})

test('evidence refused by the gateway is requested and submitted again', async () => {
  const { id: paymentId } = await till.pay('pm_sandbox_ok')
  const state = {
    ...DISPUTE_STATE,
    amountMinor: 9_000,
    withdrawnMinor: 9_000,
    withheldMinor: 9_000,
  }
  const { id } = await recordDispute(till.ctx, { paymentId, state })
  await submitDisputeEvidence(till.ctx, { id, ...saying('Here.') })
  const refused = { outcome: 'FAILED', failureCode: 'dispute_not_open' } as const
  await recordResponse(till.ctx, { id, result: refused })
  await recordResponse(till.ctx, { id, result: { outcome: 'SUCCEEDED', reference: 'dp_1' } })
  expect((await getDispute(till.ctx, { id })).response).toMatchObject({
    submittedAt: null,
    refusalCode: 'dispute_not_open',
  })
  const steps = await eventually(async () => {
    const { data } = await listFollowUps(till.ctx, { ...page, subjectId: id })
    const names = data[0]?.steps.map(({ step }) => step) ?? []
    return names.includes('ask-after-refusal-1') ? names : undefined
  })
  expect(steps).toContain('ask')
  expect(await acceptDispute(till.ctx, { id })).toMatchObject({
    response: { kind: 'ACCEPTANCE', refusalCode: null, evidence: null },
  })
})
