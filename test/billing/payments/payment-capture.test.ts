import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder } from '#billing/orders/queries.ts'
import { createPayment } from '#billing/payments/create-payment.ts'
import { getPayment } from '#billing/payments/queries.ts'
import { openTill, type Till } from '../support.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till[Symbol.asyncDispose]())

const orderStatus = async (id: string) => (await getOrder(till.ctx, { id })).status
const captureAgain = (id: string) => till.again('capturePayment', id)

test('a capture succeeds, pays the order and tells once, also when the activity runs twice', async () => {
  const payment = await till.pay('pm_sandbox_ok')
  const { id, orderId } = payment
  expect(payment).toMatchObject({
    status: 'SUCCEEDED',
    gatewayReference: `sandbox_${id}`,
    failureCode: null,
    settledAt: expect.any(String),
  })
  const paid = await getOrder(till.ctx, { id: orderId })
  expect(paid.status).toBe('PAID')

  await captureAgain(id)
  const facts = {
    paymentId: id,
    orderId,
    amount: 9_000,
    currency: 'EUR',
    childId: paid.childId,
    purpose: 'SERVICE',
  }
  expect(await till.eventsOf(id)).toEqual([{ type: 'payment.succeeded', facts }])
  expect(await getPayment(till.ctx, { id })).toEqual(payment)
  expect(await getOrder(till.ctx, { id: orderId })).toEqual(paid)
})

test('two captures at once settle once', async () => {
  const orderId = await till.order()
  const { id } = await createPayment(till.ctx, {
    orderId,
    paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
  })
  const workflow = till.workflowOf('paymentCapture', id)
  await Promise.all([captureAgain(id), captureAgain(id), workflow.then((it) => it.result())])
  expect(await till.eventsOf(id)).toMatchObject([{ type: 'payment.succeeded' }])
  expect(await orderStatus(orderId)).toBe('PAID')
})

test('a capture is declined: the order stays open and can be paid otherwise', async () => {
  const payment = await till.pay('pm_sandbox_declined')
  const { id, orderId } = payment
  expect(payment).toMatchObject({ status: 'FAILED', failureCode: 'card_declined' })
  expect(await orderStatus(orderId)).toBe('OPEN')
  await captureAgain(id)
  expect(await till.eventsOf(id)).toMatchObject([
    { type: 'payment.failed', facts: { failureCode: 'card_declined' } },
  ])

  expect((await till.pay('pm_sandbox_ok', orderId)).status).toBe('SUCCEEDED')
  expect(await orderStatus(orderId)).toBe('PAID')
})

test('a capture is tried again when the gateway was away', async () => {
  const { id, status } = await till.pay('pm_sandbox_timeout_once')
  expect(status).toBe('SUCCEEDED')
  expect(await till.eventsOf(id)).toMatchObject([{ type: 'payment.succeeded' }])
  expect(await till.attemptsOf('paymentCapture', id)).toBe(2)
})
