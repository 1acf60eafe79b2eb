import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import {
  create,
  newChild,
  newClient,
  refusal,
  type Page,
  type Resource,
} from '../../resources/centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const INSURER = { kind: 'INSURER', name: 'Insurance North' }
const REPORT = { description: 'Report', quantity: 1, unitAmount: 10_000 }

const orderOf = (client: ApiClient, body: object) => create(client, '/v1/orders', body)

const balances = async (client: ApiClient): Promise<Record<string, number>> => {
  const { body } = await client.get<{ lines: { kind: string; balance: number }[] }>(
    '/v1/trial-balance',
  )
  return Object.fromEntries(
    body.lines.flatMap(({ kind, balance }) => (balance === 0 ? [] : [[kind, balance]])),
  )
}

describe('the debtor', () => {
  test('can be a payer alone, who then owes the claim', async () => {
    const client = await api.createTenant()
    const { id: payerId } = await create(client, '/v1/payers', INSURER)
    const order = await orderOf(client, { payerId, lines: [REPORT] })
    expect(order).toMatchObject({ childId: null, clientId: null, payerId, amount: 10_000 })
    const { body } = await client.get<Page>(`/v1/ledger-accounts?payerId=${payerId}`)
    expect(body.data).toMatchObject([{ kind: 'RECEIVABLE', clientId: null, balance: 10_000 }])
  })

  test('is the payer of the billing guardian for orders of the child', async () => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const { id: clientId } = await newClient(client)
    const { id: payerId } = await create(client, '/v1/payers', INSURER)
    const guardian = { childId, clientId, relationship: 'mother', billing: true, payerId }
    await create(client, '/v1/guardianships', guardian)
    const insured = await orderOf(client, { childId, lines: [REPORT] })
    expect(insured).toMatchObject({ childId, payerId, clientId: null })

    const { id: family } = await create(client, '/v1/payers', { kind: 'CLIENT', clientId })
    const own = await orderOf(client, { childId, payerId: family, lines: [REPORT] })
    expect(own).toMatchObject({ childId, payerId: family, clientId })
  })

  test('cannot be an archived payer or one of another centre', async () => {
    const client = await api.createTenant()
    const { id: archived } = await create(client, '/v1/payers', INSURER)
    await client.post(`/v1/payers/${archived}/archive`)
    const other = await create(await api.createTenant(), '/v1/payers', INSURER)
    for (const payerId of [archived, other.id]) {
      const answer = await client.post('/v1/orders', { payerId, lines: [REPORT] })
      expect(refusal(answer)).toEqual([400, 'invalid_reference', 'payerId: invalid_reference'])
    }
  })
})

describe('the amount', () => {
  const TAXED = { ...REPORT, kind: 'GOODS', discount: { percent: 10 }, taxRate: 19 }

  test('shows discount and tax per line, and tax is a liability, not income', async () => {
    const client = await api.createTenant()
    const { id: payerId } = await create(client, '/v1/payers', INSURER)
    const order = await orderOf(client, { payerId, lines: [TAXED, REPORT] })
    expect(order).toMatchObject({ amount: 20_710, discountAmount: 1000, taxAmount: 1710 })
    expect(order['lines']).toMatchObject([
      { kind: 'GOODS', discountAmount: 1000, taxRate: 19, taxAmount: 1710, amount: 10_710 },
      { kind: 'SERVICE', discountAmount: 0, taxRate: 0, taxAmount: 0, amount: 10_000 },
    ])
    expect(await balances(client)).toEqual({
      RECEIVABLE: 20_710,
      REVENUE: -19_000,
      TAX_PAYABLE: -1710,
    })
    await client.post(`/v1/orders/${order.id}/cancel`)
    expect(await balances(client)).toEqual({})
  })

  test('returns tax in proportion to refunds, exact once everything is refunded', async () => {
    const client = await api.createTenant()
    const { tenantId } = client
    const { id: payerId } = await create(client, '/v1/payers', INSURER)
    const order = await orderOf(client, { payerId, lines: [TAXED] })
    const payment = await create(client, '/v1/payments', {
      orderId: order.id,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })
    const ctx = systemContext(api.services.platform, { tenantId, action: 'settlePayment' })
    await settlePayment(ctx, { id: payment.id, result: { outcome: 'SUCCEEDED', reference: 'r' } })
    const refund = (amount: number) =>
      create(client, `/v1/payments/${payment.id}/refunds`, { amount, reason: 'Ill.' })
    const taxes: (number | undefined)[] = []
    const takeTax = async () => void taxes.push((await balances(client))['TAX_PAYABLE'])
    const first = await refund(3333)
    await takeTax()
    await refund(3333)
    await takeTax()
    await settleRefund(ctx, {
      id: first.id,
      result: { outcome: 'FAILED', failureCode: 'declined' },
    })
    await takeTax()
    await refund(10_710 - 3333)
    await takeTax()
    // 1710 × 3333 ÷ 10710 is 532.16; for twice as much it is 1064.31.
    expect(taxes).toEqual([-(1710 - 532), -(1710 - 1064), -(1710 - 532), undefined])
    expect(await balances(client)).toEqual({ GATEWAY_CLEARING: 10_710, REFUND_PAYABLE: -10_710 })
  })

  test.each([
    [{ discount: { percent: 101 } }, 'lines.0.discount.percent: too_large'],
    [{ discount: { amount: 10_001 } }, 'lines.0.discount.amount: too_large'],
    [{ discount: { amount: -1 } }, 'lines.0.discount.amount: too_small'],
    [{ discount: {} }, 'lines.0.discount: invalid_value'],
    [{ discount: { percent: 1, amount: 1 } }, 'lines.0.discount: invalid_value'],
    [{ taxRate: -1 }, 'lines.0.taxRate: too_small'],
    [{ taxRate: 19, taxExemption: 'Care' }, 'lines.0.taxExemption: not_allowed'],
    [{ quantity: 1000, unitAmount: 100_000_000 }, 'lines: too_large'],
  ])('refuses a line with %j: %s', async (more, issue) => {
    const client = await api.createTenant()
    const { id: childId } = await newChild(client)
    const answer = await client.post('/v1/orders', { childId, lines: [{ ...REPORT, ...more }] })
    expect(refusal(answer)).toEqual([400, 'validation_failed', issue])
  })

  test('of an order equals the sum of its lines, enforced by the database', async () => {
    const client = await api.createTenant()
    const { id: payerId } = await create(client, '/v1/payers', INSURER)
    const { id } = await orderOf(client, { payerId, lines: [REPORT] })
    const change = api.query('UPDATE orders SET amount_minor = amount_minor + 1 WHERE id = $1', [
      id,
    ])
    await expect(change).rejects.toThrow('does not come to the sum of its lines')
  })
})

describe('a list', () => {
  test('has totals by currency over all results, on request', async () => {
    const client = await api.createTenant()
    const { id: payerId } = await create(client, '/v1/payers', INSURER)
    const lines = [{ ...REPORT, taxRate: 10 }]
    await orderOf(client, { payerId, lines })
    await orderOf(client, { payerId, lines })
    await orderOf(client, { payerId, lines, currency: 'KWD' })
    const { id: childId } = await newChild(client)
    await orderOf(client, { childId, lines })
    const list = async (query: string) =>
      (await client.get<Page & { totals: object[] | null }>(`/v1/orders?${query}`)).body
    const found = await list(`payerId=${payerId}&limit=1&totals=true`)
    expect(found.data).toHaveLength(1)
    expect(found.totals).toEqual([
      { currency: 'EUR', count: 2, amount: 22_000, discountAmount: 0, taxAmount: 2000 },
      { currency: 'KWD', count: 1, amount: 11_000, discountAmount: 0, taxAmount: 1000 },
    ])
    const most = { ...REPORT, quantity: 20, unitAmount: 100_000_000 }
    await orderOf(client, { payerId, lines: [most], currency: 'USD' })
    await orderOf(client, { payerId, lines: [most], currency: 'USD' })
    const { totals } = await list(`payerId=${payerId}&currency=USD&totals=true`)
    // Beyond the integer range of the database.
    expect(totals).toMatchObject([{ currency: 'USD', count: 2, amount: 4_000_000_000 }])
    const second = await list(`payerId=${payerId}&limit=1&totals=true&cursor=${found.nextCursor}`)
    expect(second.totals).toMatchObject([{ count: 2 }, { count: 1 }, { currency: 'USD' }])
    expect((await list('limit=1')).totals).toBeNull()
    expect((await list('currency=KWD')).data.map((it: Resource) => it['currency'])).toEqual(['KWD'])
  })
})

describe('an order of zero', () => {
  const NOTHING = [{ ...REPORT, discount: { percent: 100 } }]

  test('is paid immediately, is not listed as open, and needs no payment', async () => {
    const client = await api.createTenant()
    const { id: payerId } = await create(client, '/v1/payers', INSURER)
    await create(client, '/v1/discount-codes', { code: 'ALL', percent: 100 })
    const byLine = await orderOf(client, { payerId, lines: NOTHING })
    const byCode = await orderOf(client, { payerId, lines: [REPORT], discountCode: 'ALL' })
    for (const { id, status, version } of [byLine, byCode]) {
      expect({ status, version }).toEqual({ status: 'PAID', version: 2 })
      const paid = await client.post('/v1/payments', {
        orderId: id,
        paymentMethod: { type: 'CASH', id: 'Receipt 1' },
      })
      expect(refusal(paid)).toEqual([409, 'nothing_to_pay'])
    }
    const { body } = await client.get<Page>('/v1/orders?status=OPEN')
    expect(body.data).toEqual([])
    expect(await balances(client)).toEqual({})
    const trail = await client.get<Page>(`/v1/audit-entries?subjectId=${byLine.id}`)
    expect(trail.body.data).toHaveLength(1)
  })

  test('is invoiced, credited and cancelled like any other', async () => {
    const client = await api.createTenant()
    const { id: payerId } = await create(client, '/v1/payers', INSURER)
    await create(client, '/v1/legal-entities', {
      numberPrefix: 'SUN',
      name: 'Sunrise',
      email: 'a@sunrise.example',
      vatId: 'DE123456789',
      address: { line1: 'A 1', city: 'Berlin', postalCode: '10969', country: 'DE' },
    })
    const { id } = await orderOf(client, { payerId, lines: NOTHING })
    const invoice = await create(client, '/v1/invoices', { orderIds: [id] })
    const issued = await client.post<Resource>(`/v1/invoices/${invoice.id}/issue`)
    expect(issued.body).toMatchObject({ status: 'ISSUED', amount: 0, amountDue: 0 })
    const { body } = await client.get<Page>('/v1/invoices?outstanding=true')
    expect(body.data).toEqual([])
    const cancel = () => client.post<Resource>(`/v1/orders/${id}/cancel`)
    expect(refusal(await cancel())).toEqual([409, 'order_invoiced'])
    await create(client, `/v1/invoices/${invoice.id}/credit`, { reason: 'Not needed.' })
    expect((await cancel()).body).toMatchObject({ status: 'CANCELLED' })
  })
})
