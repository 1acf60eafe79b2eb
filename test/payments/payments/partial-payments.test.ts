import { afterAll, beforeAll, expect, test } from 'vitest'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { systemContext } from '#platform/core/context/context.ts'
import { create, newAppointment, newChild, refusal } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const CARD = { type: 'CARD', id: 'pm_sandbox_ok' }
const CASH = { type: 'CASH', id: 'Receipt 12' }
const SUCCEEDED = { outcome: 'SUCCEEDED', reference: 'r' } as const
const DECLINED = { outcome: 'FAILED', failureCode: 'card_declined' } as const

const asWorkflow = ({ tenantId }: ApiClient) =>
  systemContext(api.services.platform, { tenantId, action: 'test' })

/** An order of 100.00 with 19 % of tax on top: 119.00. */
const newOrder = async (client: ApiClient) =>
  (
    await create(client, '/v1/orders', {
      childId: (await newChild(client)).id,
      lines: [{ description: 'Report', quantity: 1, unitAmount: 10_000, taxRate: 19 }],
    })
  ).id

const pay = (client: ApiClient, orderId: string, amount?: number, paymentMethod: object = CASH) =>
  client.post<{ id: string }>('/v1/payments', {
    orderId,
    paymentMethod,
    ...(amount !== undefined && { amount }),
  })

const refund = async (client: ApiClient, paymentId: string) =>
  create(client, `/v1/payments/${paymentId}/refunds`, { reason: 'The family has moved away.' })

const standing = async (client: ApiClient, orderId: string) => {
  const { status, amountPaid, amountOutstanding } = (
    await client.get<Record<string, unknown>>(`/v1/orders/${orderId}`)
  ).body
  return [status, amountPaid, amountOutstanding]
}

/** Non-zero balances of the centre by kind of account. */
const balances = async (client: ApiClient) => {
  const { data } = (
    await client.get<{ data: { kind: string; balance: number }[] }>('/v1/ledger-accounts?limit=100')
  ).body
  return Object.fromEntries(
    data.filter(({ balance }) => balance !== 0).map(({ kind, balance }) => [kind, balance]),
  )
}

test('the last part after a deposit pays the order, and each part is posted', async () => {
  const client = await api.createTenant()
  const orderId = await newOrder(client)
  expect(await standing(client, orderId)).toEqual(['OPEN', 0, 11_900])
  const deposit = await pay(client, orderId, 4_000)
  expect(deposit.body).toMatchObject({ status: 'SUCCEEDED', amount: 4_000 })
  expect(await standing(client, orderId)).toEqual(['OPEN', 4_000, 7_900])
  expect(await balances(client)).toEqual({
    GATEWAY_CLEARING: 4_000,
    RECEIVABLE: 7_900,
    REVENUE: -10_000,
    TAX_PAYABLE: -1_900,
  })
  expect((await pay(client, orderId)).body).toMatchObject({ amount: 7_900 })
  expect(await standing(client, orderId)).toEqual(['PAID', 11_900, 0])
  expect(refusal(await pay(client, orderId, 1))).toEqual([409, 'invalid_transition'])
  expect(await balances(client)).toEqual({
    GATEWAY_CLEARING: 11_900,
    REVENUE: -10_000,
    TAX_PAYABLE: -1_900,
  })
})

test('payments in flight count, so an order cannot be overpaid', async () => {
  const client = await api.createTenant()
  const orderId = await newOrder(client)
  const over = await pay(client, orderId, 11_901)
  expect([refusal(over), over.body]).toMatchObject([
    [409, 'payment_exceeds_order'],
    { outstanding: 11_900 },
  ])
  const { id } = (await pay(client, orderId, 10_000, CARD)).body
  expect((await pay(client, orderId, 2_000)).body).toMatchObject({ outstanding: 1_900 })
  expect((await pay(client, orderId, 1_900)).status).toBe(201)
  expect(refusal(await pay(client, orderId, 1))).toContain('already_exists')
  // A declined payment can be replaced.
  await settlePayment(asWorkflow(client), { id, result: DECLINED })
  expect(await standing(client, orderId)).toEqual(['OPEN', 1_900, 10_000])
  await pay(client, orderId)
  expect(await standing(client, orderId)).toEqual(['PAID', 11_900, 0])
})

test('one of thirty simultaneous payments of the last tenth succeeds', async () => {
  const client = await api.createTenant()
  const orderId = await newOrder(client)
  await pay(client, orderId, 10_900)
  const answers = await Promise.all(Array.from({ length: 30 }, () => pay(client, orderId, 1_000)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await standing(client, orderId)).toEqual(['PAID', 11_900, 0])
})

test('the database refuses an order that counts uncaptured payments', async () => {
  const client = await api.createTenant()
  const orderId = await newOrder(client)
  await pay(client, orderId, 4_000)
  const set = (column: string, value: number, table: string, id: string) =>
    api.query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, value])
  await expect(set('captured_minor', 4_001, 'orders', orderId)).rejects.toThrow('counts 4001')
  const { id } = (await pay(client, orderId, 100, CARD)).body
  await expect(set('amount_minor', 7_901, 'payments', id)).rejects.toThrow('may come to 11901')
})

test('a paid order is refunded once all its payments are refunded', async () => {
  const client = await api.createTenant()
  const orderId = await newOrder(client)
  const { id: first } = (await pay(client, orderId, 4_000)).body
  const { id: second } = (await pay(client, orderId)).body
  await refund(client, first)
  expect(await standing(client, orderId)).toEqual(['PAID', 11_900, 0])
  await refund(client, second)
  expect(await standing(client, orderId)).toEqual(['REFUNDED', 11_900, 0])
  expect(await balances(client)).toEqual({})
})

test('an order can be cancelled after its deposit is refunded, and its postings sum to zero, tax included', async () => {
  const client = await api.createTenant()
  const orderId = await newOrder(client)
  const { id } = (await pay(client, orderId, 3_333)).body
  const refused = await client.post(`/v1/orders/${orderId}/cancel`)
  expect([refusal(refused), refused.body]).toMatchObject([
    [409, 'order_paid_in_part'],
    { paymentId: id },
  ])
  await refund(client, id)
  expect(await standing(client, orderId)).toEqual(['OPEN', 3_333, 8_567])
  expect((await client.post(`/v1/orders/${orderId}/cancel`)).body).toMatchObject({
    status: 'CANCELLED',
    amountOutstanding: 0,
  })
  expect(await balances(client)).toEqual({})
})

test('an appointment with a deposit can be cancelled, and its order follows after the refund', async () => {
  const client = await api.createTenant()
  const { id: appointmentId } = await newAppointment(client)
  const { id: orderId } = await create(client, '/v1/orders', { appointmentId })
  const { id: paymentId } = (await pay(client, orderId, 2_000, CARD)).body
  await settlePayment(asWorkflow(client), { id: paymentId, result: SUCCEEDED })
  const cancelled = await client.post(`/v1/appointments/${appointmentId}/cancel`, {
    initiator: 'PROVIDER',
    reason: 'The therapist is ill.',
  })
  expect(cancelled.status).toBe(200)
  expect(await standing(client, orderId)).toEqual(['OPEN', 2_000, 6_500])
  expect(refusal(await pay(client, orderId))).toEqual([409, 'appointment_not_chargeable'])

  const { id } = await refund(client, paymentId)
  expect(await standing(client, orderId)).toEqual(['OPEN', 2_000, 6_500])
  await settleRefund(asWorkflow(client), { id, result: SUCCEEDED })
  expect(await standing(client, orderId)).toEqual(['CANCELLED', 2_000, 0])
  expect(await balances(client)).toEqual({})
})

test('an invoice is due for the outstanding amount', async () => {
  const client = await api.createTenant()
  const payer = await create(client, '/v1/payers', {
    kind: 'INSURER',
    name: 'Insurance North',
    address: { line1: 'Am Markt 1', city: 'Bonn', postalCode: '53111', country: 'DE' },
  })
  const lines = [{ description: 'Report', quantity: 1, unitAmount: 10_000 }]
  const { id: orderId } = await create(client, '/v1/orders', { payerId: payer.id, lines })
  const entity = await create(client, '/v1/legal-entities', {
    numberPrefix: 'SUN',
    name: 'Sunrise Therapy GmbH',
    address: { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' },
    email: 'billing@sunrise.example',
    vatId: 'DE123456789',
  })
  const draft = await create(client, '/v1/invoices', {
    orderIds: [orderId],
    legalEntityId: entity.id,
  })
  await client.post(`/v1/invoices/${draft.id}/issue`)
  const due = async () =>
    (await client.get<{ amountDue: number }>(`/v1/invoices/${draft.id}`)).body.amountDue
  expect(await due()).toBe(10_000)
  await pay(client, orderId, 4_000, { type: 'INSURER', id: 'Claim 7' })
  expect(await due()).toBe(6_000)
  await pay(client, orderId, undefined, { type: 'BANK_TRANSFER', id: 'Line 3' })
  expect(await due()).toBe(0)
})
