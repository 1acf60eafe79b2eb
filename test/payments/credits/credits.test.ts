import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import type { CreditBalance } from '#payments/credits/schemas.ts'
import { create, newChild, newClient, refusal, type Page } from '../../resources/centre.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const REASON = { reason: 'The therapist was ill.' }
const RECEIPT = { method: 'CASH', reference: 'Receipt 14' }

/** A family whose mother is charged. */
const newFamily = async (client: ApiClient) => {
  const { id: childId } = await newChild(client)
  const { id: clientId } = await newClient(client)
  const tie = { childId, clientId, relationship: 'mother', billing: true }
  await create(client, '/v1/guardianships', tie)
  return { childId, clientId }
}

/** An order of 100.00 with 19 % of tax on top: 119.00. */
const newOrder = async (client: ApiClient, childId: string, unitAmount = 10_000) => {
  const line = { description: 'Report', quantity: 1, unitAmount, taxRate: 19 }
  return (await create(client, '/v1/orders', { childId, lines: [line] })).id
}

const payByCard = async (client: ApiClient, orderId: string) => {
  const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' }
  const { id } = await create(client, '/v1/payments', { orderId, paymentMethod })
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  await settlePayment(ctx, { id, result: { outcome: 'SUCCEEDED', reference: 'r' } })
  return id
}

const payByCredit = (client: ApiClient, orderId: string, id: string, amount?: number) =>
  client.post<{ id: string; amount: number }>('/v1/payments', {
    orderId,
    paymentMethod: { type: 'CREDIT', id },
    ...(amount !== undefined && { amount }),
  })

const refund = (client: ApiClient, paymentId: string, more: object = {}) =>
  client.post<{ id: string }>(`/v1/payments/${paymentId}/refunds`, { ...REASON, ...more })

const creditOf = async (client: ApiClient, clientId: string) =>
  (await client.get<{ data: CreditBalance[] }>(`/v1/credit-balances?clientId=${clientId}`)).body
    .data[0]!

const movementsOf = async (client: ApiClient, id: string) =>
  (await client.get<Page>(`/v1/credit-balances/${id}/movements`)).body.data.map(
    ({ kind, amount }) => [kind, amount],
  )

/** Non-zero ledger balances by kind of account. */
const books = async (client: ApiClient) => {
  const { data } = (await client.get<Page>('/v1/ledger-accounts?limit=100')).body
  const open = data.filter(({ balance }) => balance !== 0)
  return Object.fromEntries(open.map(({ kind, balance }) => [kind, balance]))
}

const eventsOf = async ({ tenantId }: ApiClient) =>
  (
    await api.query<{ type: string }>(
      `SELECT type FROM outbox WHERE kind = 'event' AND tenant_id = $1 AND type LIKE 'credit.%' ORDER BY seq`,
      [tenantId],
    )
  ).map(({ type }) => type)

describe('a refund as credit', () => {
  test('is available immediately, pays another order, and is posted step by step', async () => {
    const client = await api.createTenant()
    const { childId, clientId } = await newFamily(client)
    const first = await newOrder(client, childId)
    const paymentId = await payByCard(client, first)
    const given = await refund(client, paymentId, { method: 'CREDIT' })
    expect(given.body).toMatchObject({ status: 'SUCCEEDED', method: 'CREDIT', amount: 11_900 })
    expect((await client.get(`/v1/orders/${first}`)).body).toMatchObject({ status: 'REFUNDED' })
    const credit = await creditOf(client, clientId)
    expect(credit).toMatchObject({ clientId, payerId: null, currency: 'EUR', balance: 11_900 })
    expect(await books(client)).toEqual({ GATEWAY_CLEARING: 11_900, CREDIT_PAYABLE: -11_900 })

    const second = await newOrder(client, childId, 5_000)
    const paid = await payByCredit(client, second, credit.id)
    expect(paid.body).toMatchObject({ status: 'SUCCEEDED', amount: 5_950 })
    expect((await client.get(`/v1/orders/${second}`)).body).toMatchObject({ status: 'PAID' })
    expect(await movementsOf(client, credit.id)).toEqual([
      ['GRANTED', 11_900],
      ['USED', -5_950],
    ])
    expect(await books(client)).toEqual({
      GATEWAY_CLEARING: 11_900,
      CREDIT_PAYABLE: -5_950,
      REVENUE: -5_000,
      TAX_PAYABLE: -950,
    })
    expect(await eventsOf(client)).toEqual(['credit.granted', 'credit.used'])
    const csv = await client.get(`/v1/credit-balances/${credit.id}/movements.csv`)
    expect(csv.text.trim().split('\n')).toHaveLength(3)
  })

  test('is refused if no client is charged, and a dry run has no effect', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const ofNobody = await payByCard(client, await newOrder(client, childId))
    expect(refusal(await refund(client, ofNobody, { method: 'CREDIT' }))).toEqual([
      400,
      'validation_failed',
      'method: not_allowed',
    ])
    const family = await newFamily(client)
    const paymentId = await payByCard(client, await newOrder(client, family.childId))
    const preview = await client.post(`/v1/payments/${paymentId}/refunds?dryRun=true`, {
      ...REASON,
      method: 'CREDIT',
    })
    expect(preview.body).toMatchObject({ dryRun: true, id: null, refundable: 0 })
    expect(await creditOf(client, family.clientId)).toBeUndefined()
  })

  test('of a payment with credit returns to the balance automatically', async () => {
    const client = await api.createTenant()
    const { childId, clientId } = await newFamily(client)
    const { id } = await create(client, '/v1/credit-balances', {
      clientId,
      amount: 11_900,
      ...RECEIPT,
    })
    const { body: payment } = await payByCredit(client, await newOrder(client, childId), id)
    const back = await refund(client, payment.id, { amount: 1_900 })
    expect(back.body).toMatchObject({ status: 'SUCCEEDED', method: 'ORIGINAL', refundable: 10_000 })
    expect((await creditOf(client, clientId)).balance).toBe(1_900)
  })
})

describe('a prepayment', () => {
  test('adds to the balance of the client, even if the payer is that client', async () => {
    const client = await api.createTenant()
    const { id: clientId } = await newClient(client)
    const { id: payerId } = await create(client, '/v1/payers', { kind: 'CLIENT', clientId })
    const preview = await client.post('/v1/credit-balances?dryRun=true', {
      payerId,
      amount: 4_000,
      ...RECEIPT,
    })
    expect(preview.body).toMatchObject({ dryRun: true, id: null, clientId, balance: 4_000 })
    await create(client, '/v1/credit-balances', { payerId, amount: 4_000, ...RECEIPT })
    await create(client, '/v1/credit-balances', { clientId, amount: 500, ...RECEIPT })
    expect(await creditOf(client, clientId)).toMatchObject({ clientId, balance: 4_500 })
    expect(await books(client)).toEqual({ GATEWAY_CLEARING: 4_500, CREDIT_PAYABLE: -4_500 })
    const statement = await client.get<{ closingBalance: number }>(
      `/v1/clients/${clientId}/statement`,
    )
    expect(statement.body.closingBalance).toBe(-4_500)
  })

  test('opens one balance for twenty simultaneous requests and loses none', async () => {
    const client = await api.createTenant()
    const { id: clientId } = await newClient(client)
    const body = { clientId, amount: 100, ...RECEIPT }
    await Promise.all(Array.from({ length: 20 }, () => create(client, '/v1/credit-balances', body)))
    expect((await creditOf(client, clientId)).balance).toBe(2_000)
  })
})

describe('paying an order with credit', () => {
  test('is limited to the balance and to the debtor, and never spends it twice', async () => {
    const client = await api.createTenant()
    const { childId, clientId } = await newFamily(client)
    const { id } = await create(client, '/v1/credit-balances', {
      clientId,
      amount: 3_000,
      ...RECEIPT,
    })
    const orderId = await newOrder(client, childId)
    expect(refusal(await payByCredit(client, orderId, id, 3_001))).toEqual([409, 'credit_exceeded'])
    const answers = await Promise.all([1, 2, 3].map(() => payByCredit(client, orderId, id, 2_000)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect((await payByCredit(client, orderId, id)).body).toMatchObject({ amount: 1_000 })
    expect(refusal(await payByCredit(client, orderId, id))).toEqual([409, 'credit_exceeded'])

    const others = await newFamily(client)
    const theirs = await newOrder(client, others.childId)
    expect(refusal(await payByCredit(client, theirs, id))).toEqual([
      400,
      'invalid_reference',
      'paymentMethod.id: invalid_reference',
    ])
  })

  test('the database refuses a balance that differs from the sum of its movements', async () => {
    const client = await api.createTenant()
    const { id: clientId } = await newClient(client)
    const { id } = await create(client, '/v1/credit-balances', {
      clientId,
      amount: 100,
      ...RECEIPT,
    })
    await expect(
      api.query('UPDATE credit_balances SET balance_minor = 200 WHERE id = $1', [id]),
    ).rejects.toThrow(/not the sum of its movements/)
  })
})
