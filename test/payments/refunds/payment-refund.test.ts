import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder } from '#receivables/orders/queries.ts'
import { getPayment } from '#payments/payments/queries.ts'
import { createRefund } from '#payments/refunds/create-refund.ts'
import { getRefund } from '#payments/refunds/queries.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { openTill, type Till } from '../support.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till[Symbol.asyncDispose]())

const reason = 'The therapist was ill.'
const begin = async (payment: string, amount?: number) =>
  (await createRefund(till.ctx, { id: payment, reason, ...(amount && { amount }) })).id!
const refund = async (payment: string, amount?: number) => {
  const id = await begin(payment, amount)
  await (await till.workflowOf('paymentRefund', id)).result()
  return getRefund(till.ctx, { id })
}
const orderStatus = async (id: string) => (await getOrder(till.ctx, { id })).status
const refunded = async (id: string) => (await getPayment(till.ctx, { id })).amountRefunded

test('the second of two refunds refunds the order, and each is announced once, even if the activity runs twice', async () => {
  const { id: paymentId, orderId } = await till.pay('pm_sandbox_ok')
  const first = await refund(paymentId, 2_000)
  expect(first).toMatchObject({
    status: 'SUCCEEDED',
    amount: 2_000,
    gatewayReference: `sandbox_${first.id}`,
    settledAt: expect.any(String),
  })
  expect([await orderStatus(orderId), await refunded(paymentId)]).toEqual(['PAID', 2_000])

  const second = await refund(paymentId)
  await till.again('makeRefund', second.id)
  expect(second).toMatchObject({ status: 'SUCCEEDED', amount: 7_000 })
  expect([await orderStatus(orderId), await refunded(paymentId)]).toEqual(['REFUNDED', 9_000])
  const facts = { paymentId, orderId, currency: 'EUR', purpose: 'SERVICE' }
  expect(await till.eventsOf(paymentId)).toMatchObject([
    {
      type: 'payment.refunded',
      facts: { ...facts, refundId: second.id, amount: 7_000, inFull: true },
    },
    {
      type: 'payment.refunded',
      facts: { ...facts, refundId: first.id, amount: 2_000, inFull: false },
    },
    { type: 'payment.succeeded' },
  ])
})

test('three simultaneous runs settle a refund once', async () => {
  const { id: paymentId, orderId } = await till.pay('pm_sandbox_ok')
  const id = await begin(paymentId)
  const workflow = till.workflowOf('paymentRefund', id)
  await Promise.all([
    till.again('makeRefund', id),
    till.again('makeRefund', id),
    workflow.then((it) => it.result()),
  ])
  expect(await till.eventsOf(paymentId)).toMatchObject([
    { type: 'payment.refunded' },
    { type: 'payment.succeeded' },
  ])
  expect(await orderStatus(orderId)).toBe('REFUNDED')
})

test('the last of two refunds in progress refunds the order', async () => {
  const { id: paymentId, orderId } = await till.pay('pm_sandbox_ok')
  await Promise.all([refund(paymentId, 4_000), refund(paymentId, 5_000)])
  expect([await orderStatus(orderId), await refunded(paymentId)]).toEqual(['REFUNDED', 9_000])
  const inFull = (await till.eventsOf(paymentId)).map(({ facts }) => facts['inFull'])
  expect(inFull.filter(Boolean)).toHaveLength(1)
})

test('a refund refused by the gateway changes nothing and can be retried', async () => {
  const { id: paymentId, orderId } = await till.pay('pm_sandbox_refund_declined')
  const failed = await refund(paymentId)
  expect(failed).toMatchObject({ status: 'FAILED', failureCode: 'refund_declined' })
  await till.again('makeRefund', failed.id)
  expect([await orderStatus(orderId), await refunded(paymentId)]).toEqual(['PAID', 0])
  expect((await till.eventsOf(paymentId))[0]).toMatchObject({
    type: 'payment.refund_failed',
    facts: { refundId: failed.id, amount: 9_000, failureCode: 'refund_declined' },
  })
  expect((await refund(paymentId)).status).toBe('FAILED')
})

test('a payment can be refunded again if the bank returns its refund', async () => {
  const { id: paymentId, orderId } = await till.pay('pm_sandbox_ok')
  const { id, gatewayReference } = await refund(paymentId)
  expect(await orderStatus(orderId)).toBe('REFUNDED')
  const failureCode = 'lost_or_stolen_card'
  const result = { outcome: 'FAILED', failureCode, reference: gatewayReference! } as const
  for (const _ of ['once', 'and a second time'])
    expect(await settleRefund(till.ctx, { id, result })).toMatchObject({
      status: 'FAILED',
      failureCode,
    })
  expect([await orderStatus(orderId), await refunded(paymentId)]).toEqual(['PAID', 0])
  expect(await till.eventsOf(paymentId)).toMatchObject([
    { type: 'payment.refund_failed', facts: { refundId: id, amount: 9_000, failureCode } },
    { type: 'payment.refunded' },
    { type: 'payment.succeeded' },
  ])
  const succeeded = { outcome: 'SUCCEEDED', reference: gatewayReference! } as const
  await expect(settleRefund(till.ctx, { id, result: succeeded })).rejects.toMatchObject({
    code: 'payment_settled',
  })
  expect((await refund(paymentId)).status).toBe('SUCCEEDED')
  expect(await orderStatus(orderId)).toBe('REFUNDED')
})

test('a refund is retried after the gateway was unavailable', async () => {
  const { id } = await refund((await till.pay('pm_sandbox_refund_timeout_once')).id)
  expect((await getRefund(till.ctx, { id })).status).toBe('SUCCEEDED')
  expect(await till.attemptsOf('paymentRefund', id)).toBe(2)
})
