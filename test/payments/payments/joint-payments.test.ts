import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getTrialBalance } from '#receivables/ledger/get-trial-balance.ts'
import { createOrder } from '#receivables/orders/create-order.ts'
import { getOrder } from '#receivables/orders/queries.ts'
import { listDisputes } from '#payments/disputes/queries.ts'
import { submitDisputeEvidence } from '#payments/disputes/submit-dispute-evidence.ts'
import { createPayment } from '#payments/payments/create-payment.ts'
import { getPayment, getPaymentToCapture, listPayments } from '#payments/payments/queries.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { createRefund } from '#payments/refunds/create-refund.ts'
import { createChild } from '#people/children/create-child.ts'
import { eventually } from '../../workflows/support.ts'
import { openTill, type Till } from '../support.ts'

let till: Till
beforeAll(async () => void (till = await openTill()))
afterAll(() => till[Symbol.asyncDispose]())

const page = { limit: 10, sort: 'createdAt' } as const

const orders = async (...amounts: number[]) => {
  const { childId } = till.centre
  const ids: string[] = []
  for (const unitAmount of amounts) {
    const lines = [{ description: 'Report', quantity: 1, unitAmount }]
    ids.push((await createOrder(till.ctx, { childId, lines })).id)
  }
  return ids
}
const begin = (allocations: { orderId: string; amount: number }[], id = 'pm_sandbox_ok') =>
  createPayment(till.ctx, { allocations, paymentMethod: { type: 'CARD', id } })

/** Pays orders of these amounts together. Returns their payments, the first one first. */
const paid = async (amounts: number[], token?: string) => {
  const ids = await orders(...amounts)
  const allocations = ids.map((orderId, index) => ({ orderId, amount: amounts[index]! }))
  const { id } = await begin(allocations, token)
  await (await till.workflowOf('paymentCapture', id)).result()
  return (await listPayments(till.ctx, { ...page, capturedWithId: id })).data
}
const statusOf = async (id: string) => (await getOrder(till.ctx, { id })).status
const clearing = async () => {
  const { lines } = await getTrialBalance(till.ctx, {})
  return lines.find(({ kind }) => kind === 'GATEWAY_CLEARING')?.balance ?? 0
}

test('orders are captured as one amount, and each is paid, posted and announced once', async () => {
  const before = await clearing()
  const payments = await paid([3_000, 501])
  const [first] = payments
  expect(payments).toMatchObject([
    { amount: 3_000, status: 'SUCCEEDED', gatewayReference: `sandbox_${first!.id}` },
    { amount: 501, status: 'SUCCEEDED', gatewayReference: `sandbox_${first!.id}` },
  ])
  const asked = await getPaymentToCapture(till.ctx, { id: first!.id })
  expect(asked).toMatchObject({ paymentId: first!.id, amountMinor: 3_501 })
  await till.again('capturePayment', first!.id)
  for (const { id, orderId, amount } of payments) {
    expect(await statusOf(orderId)).toBe('PAID')
    expect(await till.eventsOf(id)).toMatchObject([
      { type: 'payment.succeeded', facts: { orderId, amount } },
    ])
  }
  expect((await clearing()) - before).toBe(3_501)
})

test('a declined capture pays none of them, and each can be paid separately', async () => {
  const payments = await paid([1_000, 2_000], 'pm_sandbox_declined')
  expect(payments.map(({ status }) => status)).toEqual(['FAILED', 'FAILED'])
  for (const { orderId } of payments) {
    expect(await statusOf(orderId)).toBe('OPEN')
    await till.pay('pm_sandbox_ok', orderId)
    expect(await statusOf(orderId)).toBe('PAID')
  }
})

test('a manual payment of several orders is captured immediately', async () => {
  const [a, b] = await orders(1_000, 2_000)
  const { id } = await createPayment(till.ctx, {
    allocations: [
      { orderId: a!, amount: 1_000 },
      { orderId: b!, amount: 500 },
    ],
    paymentMethod: { type: 'BANK_TRANSFER', id: 'Line 12' },
  })
  const { data } = await listPayments(till.ctx, { ...page, capturedWithId: id })
  expect(data.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED'])
  expect([await statusOf(a!), await statusOf(b!)]).toEqual(['PAID', 'OPEN'])
})

test('a refund belongs to one order', async () => {
  const [first, second] = await paid([3_000, 500])
  await createRefund(till.ctx, { id: second!.id, reason: 'Not needed.' })
  await eventually(async () => (await statusOf(second!.orderId)) === 'REFUNDED')
  expect(await statusOf(first!.orderId)).toBe('PAID')
  await expect(
    createRefund(till.ctx, { id: first!.id, amount: 3_001, reason: 'All.' }),
  ).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
})

test('a dispute covers each order by its part, and is answered, won or lost as a whole', async () => {
  const payments = await paid([3_000, 501], 'pm_sandbox_disputed')
  const disputesOf = async () => {
    const found = []
    for (const { id: paymentId } of payments)
      found.push(...(await listDisputes(till.ctx, { ...page, paymentId })).data)
    return found
  }
  const [first, second] = await disputesOf()
  expect(first).toMatchObject({ amount: 3_000, amountWithheld: 3_000, fee: { amount: 1_500 } })
  expect(second).toMatchObject({ amount: 501, amountWithheld: 501, fee: null })
  await submitDisputeEvidence(till.ctx, {
    id: second!.id,
    texts: [{ kind: 'OTHER', text: 'losing_evidence' }],
    documents: [],
  })
  for (const { id } of [first!, second!])
    await (await till.workflowOf('paymentDispute', id)).result()
  expect((await disputesOf()).map(({ status }) => status)).toEqual(['LOST', 'LOST'])
  for (const { id, orderId, amount } of payments) {
    expect(await getPayment(till.ctx, { id })).toMatchObject({ amountChargedBack: amount })
    expect(await statusOf(orderId)).toBe('REFUNDED')
  }
})

test('one of two simultaneous payments for the same orders succeeds', async () => {
  const [a, b] = await orders(1_000, 2_000)
  const one = { orderId: a!, amount: 1_000 }
  const other = { orderId: b!, amount: 2_000 }
  const answers = await Promise.allSettled([begin([one, other]), begin([other, one])])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('settling one part settles all', async () => {
  const [a, b] = await orders(1_000, 2_000)
  const [one, other] = [
    { orderId: a!, amount: 1_000 },
    { orderId: b!, amount: 2_000 },
  ]
  const { id } = await begin([one, other], 'pm_sandbox_timeout')
  const { data } = await listPayments(till.ctx, { ...page, capturedWithId: id })
  await settlePayment(till.ctx, {
    id: data[1]!.id,
    result: { outcome: 'SUCCEEDED', reference: 'r1' },
  })
  expect([await statusOf(a!), await statusOf(b!)]).toEqual(['PAID', 'PAID'])
})

describe('refuses', () => {
  const code = (path: string, issue: string) => ({
    issues: [expect.objectContaining({ path, code: issue })],
  })

  test('an order of another debtor', async () => {
    const [own] = await orders(1_000)
    const child = { firstName: 'Noor', lastName: 'Berg', birthDate: '2020-08-09' }
    const { id: childId } = await createChild(till.ctx, child)
    const lines = [{ description: 'Report', quantity: 1, unitAmount: 1_000 }]
    const { id: foreign } = await createOrder(till.ctx, { childId, lines })
    await expect(
      begin([
        { orderId: own!, amount: 1_000 },
        { orderId: foreign, amount: 1_000 },
      ]),
    ).rejects.toMatchObject(code('allocations.1.orderId', 'mismatch'))
    expect((await listPayments(till.ctx, { ...page, orderId: own! })).data).toEqual([])
  })

  test('more than one order owes, and all orders with it', async () => {
    const [a, b] = await orders(1_000, 2_000)
    await expect(
      begin([
        { orderId: a!, amount: 1_000 },
        { orderId: b!, amount: 2_001 },
      ]),
    ).rejects.toMatchObject({ code: 'payment_exceeds_order', extra: { outstanding: 2_000 } })
    expect((await listPayments(till.ctx, { ...page, orderId: a! })).data).toEqual([])
  })

  test('both or neither of an order and allocations', async () => {
    const [a, b] = await orders(1_000, 2_000)
    const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' } as const
    const allocations = [a!, b!].map((orderId) => ({ orderId, amount: 1_000 }))
    const oneOf = code('orderId', 'exactly_one')
    const both = createPayment(till.ctx, { orderId: a!, allocations, paymentMethod })
    await expect(both).rejects.toMatchObject(oneOf)
    await expect(createPayment(till.ctx, { paymentMethod })).rejects.toMatchObject(oneOf)
    const twice = createPayment(till.ctx, { amount: 5, allocations, paymentMethod })
    await expect(twice).rejects.toMatchObject(code('amount', 'not_allowed'))
  })
})
