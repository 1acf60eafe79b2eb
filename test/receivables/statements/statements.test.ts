import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext } from '#platform/core/context/context.ts'
import { exportStatementPdf } from '#receivables/statements/export-statement-pdf.ts'
import type { Statement } from '#receivables/statements/schemas.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { create, newChild, newClient, refusal } from '../../resources/centre.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const SUCCEEDED = { outcome: 'SUCCEEDED', reference: 'r' } as const

const systemOf = ({ tenantId }: ApiClient) =>
  systemContext(api.services.platform, { tenantId, action: 'test' })

const pay = async (client: ApiClient, orderId: string): Promise<string> => {
  const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' }
  const { id } = await create(client, '/v1/payments', { orderId, paymentMethod })
  await settlePayment(systemOf(client), { id, result: SUCCEEDED })
  return id
}

const order = async (client: ApiClient, of: object, unitAmount: number, more: object = {}) => {
  const lines = [{ description: 'Early intervention', quantity: 1, unitAmount }]
  return (await create(client, '/v1/orders', { ...of, lines, ...more })).id
}

const statementAt = async (client: ApiClient, path: string): Promise<Statement> => {
  const answer = await client.get<Statement>(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** The family of a child, on 24 November. */
const family = async () => {
  api.clock.set('2026-11-24T08:00:00Z')
  const client = await api.createTenant()
  const { id: childId } = await newChild(client)
  const { id: clientId } = await newClient(client, { name: 'Mara Weiss' })
  const relationship = 'mother'
  await create(client, '/v1/guardianships', { childId, clientId, relationship, billing: true })
  return { client, childId, clientId }
}

test('a statement leads from the opening to the closing balance and lists open items', async () => {
  const { client, childId, clientId } = await family()
  const { tenantId } = client
  const first = await order(client, { childId }, 5_000)
  api.clock.set('2026-12-01T08:00:00Z')
  const later = await api.createClient(tenantId)
  const paymentId = await pay(later, first)
  const open = await order(later, { childId }, 7_000)
  const refund = await create(later, `/v1/payments/${paymentId}/refunds`, {
    amount: 2_000,
    reason: 'Ill.',
  })
  const begun = await statementAt(later, `/v1/clients/${clientId}/statement?startsOn=2026-12-01`)
  await settleRefund(systemOf(client), { id: refund.id, result: SUCCEEDED })
  const december = await statementAt(later, `/v1/clients/${clientId}/statement?startsOn=2026-12-01`)
  expect(december).toMatchObject({
    clientId,
    payerId: null,
    name: 'Mara Weiss',
    currency: 'EUR',
    startsOn: '2026-12-01',
    endsOn: '2026-12-01',
    openingBalance: 5_000,
    closingBalance: 7_000,
    openItems: [{ orderId: open, openedOn: '2026-12-01', amountDue: 7_000, invoiceNumber: null }],
  })
  // While a refund is in progress, the centre owes it.
  expect(begun.closingBalance).toBe(5_000)
  expect(
    december.movements.map(({ kind, debit, credit, balance, orderId }) => [
      kind,
      debit,
      credit,
      balance,
      orderId === first,
    ]),
  ).toEqual([
    ['PAYMENT_CAPTURED', 0, 5_000, 0, true],
    ['ORDER_OPENED', 7_000, 0, 7_000, false],
    ['REFUND_BEGUN', 0, 2_000, 5_000, true],
    ['REFUND_PAID', 2_000, 0, 7_000, true],
  ])
  const november = await statementAt(later, `/v1/clients/${clientId}/statement?endsOn=2026-11-30`)
  expect(november).toMatchObject({ startsOn: null, openingBalance: 0, closingBalance: 5_000 })
  const inverted = await later.get(
    `/v1/clients/${clientId}/statement?startsOn=2026-12-02&endsOn=2026-12-01`,
  )
  expect(refusal(inverted)).toEqual([400, 'validation_failed', 'endsOn: inverted_range'])
})

test('a client who is a payer has one statement, and an organization has its own with invoices', async () => {
  const { client, childId, clientId } = await family()
  const { id: ownId } = await create(client, '/v1/payers', { kind: 'CLIENT', clientId })
  await order(client, { childId }, 5_000)
  const asPayer = await statementAt(client, `/v1/payers/${ownId}/statement`)
  expect(asPayer).toEqual(await statementAt(client, `/v1/clients/${clientId}/statement`))
  expect(asPayer).toMatchObject({ payerId: ownId, clientId, closingBalance: 5_000 })

  const insurer = { kind: 'INSURER', name: 'Insurance North' }
  const { id: payerId } = await create(client, '/v1/payers', insurer)
  await create(client, '/v1/legal-entities', {
    numberPrefix: 'SUN',
    name: 'Sunrise',
    address: { line1: 'Street 1', city: 'Berlin', postalCode: '10969', country: 'DE' },
    email: 'billing@sunrise.example',
    vatId: 'DE123456789',
  })
  const orderId = await order(client, { childId, payerId }, 9_000)
  const { id: invoiceId } = await create(client, '/v1/invoices', { orderIds: [orderId] })
  await client.post(`/v1/invoices/${invoiceId}/issue`)
  const theirs = await statementAt(client, `/v1/payers/${payerId}/statement`)
  expect(theirs).toMatchObject({
    clientId: null,
    name: 'Insurance North',
    closingBalance: 9_000,
    movements: [{ invoiceNumber: 'SUN-2026-000001', description: 'Early intervention' }],
    openItems: [{ invoiceNumber: 'SUN-2026-000001', dueOn: '2026-12-24' }],
  })
  expect((await statementAt(client, `/v1/clients/${clientId}/statement`)).closingBalance).toBe(
    5_000,
  )
})

test.each([
  ['JPY', 9_500, '9500'],
  ['EUR', 9_500, '95.00'],
  ['BHD', 9_500, '9.500'],
])('in %s, CSV and PDF use the decimals of the currency', async (currency, amount, text) => {
  const { client, childId, clientId } = await family()
  await order(client, { childId }, amount, { currency })
  await order(client, { childId }, 1, { currency: 'CHF' })
  const at = `/v1/clients/${clientId}/statement`
  expect((await statementAt(client, `${at}?currency=${currency}`)).closingBalance).toBe(amount)
  const csv = await client.get(`${at}.csv?currency=${currency}`)
  const [head, opening, line] = csv.text.split('\r\n')
  expect(head).toMatch(/^postedOn,kind,description,invoiceNumber,debit,credit,balance,currency/)
  expect(opening).toMatch(/^,OPENING_BALANCE,,,,,0(\.0+)?,/)
  expect(line).toContain(`,Early intervention,,${text},`)
  const file = await client.get(`${at}.pdf?currency=${currency}`)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  const pdf = await textOf(await exportStatementPdf(systemOf(client), { clientId, currency }))
  expect(pdf).toContain(`${text} ${currency}`)
  expect(pdf).toContain('Mara Weiss')
})

const textOf = async (bytes: Uint8Array): Promise<string> => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const content = await (await pdf.getPage(1)).getTextContent()
  return content.items.map((item) => ('str' in item ? item.str : '')).join(' ')
}
