import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder } from '#receivables/orders/queries.ts'
import { createPayment } from '#payments/payments/create-payment.ts'
import { getPayment } from '#payments/payments/queries.ts'
import { eventually } from '../../workflows/support.ts'
import { openTill, type Till } from '../support.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till[Symbol.asyncDispose]())

const orderStatus = async (id: string) => (await getOrder(till.ctx, { id })).status
const captureAgain = (id: string) => till.again('capturePayment', id)

test('a capture succeeds, pays the order and is announced once, even if the activity runs twice', async () => {
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

test('simultaneous captures settle once', async () => {
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

test('a declined capture leaves the order open for another payment', async () => {
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

test('a capture is retried after the gateway was unavailable', async () => {
  const { id, status } = await till.pay('pm_sandbox_timeout_once')
  expect(status).toBe('SUCCEEDED')
  expect(await till.eventsOf(id)).toMatchObject([{ type: 'payment.succeeded' }])
  expect(await till.attemptsOf('paymentCapture', id)).toBe(2)
})

test('a payment that needs authentication waits, shows the URL, and is captured after it', async () => {
  const orderId = await till.order()
  const { id } = await createPayment(till.ctx, {
    orderId,
    paymentMethod: { type: 'CARD', id: 'pm_sandbox_redirect' },
    returnUrl: 'https://centre.example/paid',
  })
  const workflow = await till.workflowOf('paymentCapture', id)
  const waiting = await eventually(async () => {
    const payment = await getPayment(till.ctx, { id })
    return payment.status === 'REQUIRES_ACTION' && payment
  })
  expect(waiting.nextAction).toEqual({
    type: 'REDIRECT',
    url: 'https://sandbox.example/authenticate',
  })
  expect(await orderStatus(orderId)).toBe('OPEN')
  // Called too early or twice, it sends one event.
  await workflow.signal('wake')
  await workflow.result()
  expect(await getPayment(till.ctx, { id })).toMatchObject({
    status: 'SUCCEEDED',
    nextAction: null,
  })
  expect((await till.eventsOf(id)).map(({ type }) => type)).toEqual([
    'payment.succeeded',
    'payment.requires_action',
  ])
  expect(await orderStatus(orderId)).toBe('PAID')
})

test.each([
  ['pm_sandbox_sepa_ok', { status: 'SUCCEEDED', failureCode: null }, 'PAID'],
  ['pm_sandbox_sepa_returned', { status: 'FAILED', failureCode: 'debit_not_authorized' }, 'OPEN'],
])('a delayed method is polled until it is decided: %s', async (token, ended, order) => {
  const orderId = await till.order()
  const { id } = await createPayment(till.ctx, {
    orderId,
    paymentMethod: { type: 'SEPA_DEBIT', id: token },
  })
  await (await till.workflowOf('paymentCapture', id)).result()
  expect(await getPayment(till.ctx, { id })).toMatchObject(ended)
  expect(await orderStatus(orderId)).toBe(order)
})
