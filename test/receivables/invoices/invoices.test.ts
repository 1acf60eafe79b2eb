import { inflateSync } from 'node:zlib'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { invoiceSchema } from '@e-invoice-eu/core'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderEInvoice } from '#receivables/invoices/render-e-invoice.ts'
import { renderInvoice } from '#receivables/invoices/render-invoice.ts'
import { toUbl } from '#receivables/invoices/to-ubl.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import {
  create,
  newAppointment,
  newChild,
  newClient,
  refusal,
  type Page,
  type Resource,
} from '../../resources/centre.ts'
import { document } from './document.ts'

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const ADDRESS = { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' }
const ENTITY = {
  numberPrefix: 'SUN',
  name: 'Sunrise Therapy GmbH',
  address: ADDRESS,
  email: 'billing@sunrise.example',
  vatId: 'DE123456789',
  iban: 'DE02120300000000202051',
}
const INSURER = { kind: 'INSURER', name: 'Insurance North', address: ADDRESS, daysUntilDue: 14 }
const LINES = [
  {
    description: 'Report',
    quantity: 1,
    unitAmount: 10_000,
    taxRate: 19,
    discount: { percent: 10 },
  },
  { description: 'Early intervention', quantity: 2, unitAmount: 4_500, taxExemption: '§ 4 Nr. 14' },
]

interface Centre {
  client: ApiClient
  payerId: string
  legalEntityId: string
}

const openCentre = async (more = {}): Promise<Centre> => {
  const client = await api.createTenant()
  const { id: legalEntityId } = await create(client, '/v1/legal-entities', ENTITY)
  const { id: payerId } = await create(client, '/v1/payers', { ...INSURER, ...more })
  return { client, payerId, legalEntityId }
}

const newOrder = ({ client, payerId }: Centre, more = {}) =>
  create(client, '/v1/orders', { payerId, lines: LINES, ...more })

const draft = async (centre: Centre, more = {}) =>
  create(centre.client, '/v1/invoices', {
    orderIds: [(await newOrder(centre, more)).id],
  })

const issue = async ({ client }: Centre, id: string, query = ''): Promise<Resource> => {
  const answer = await client.post<Resource>(`/v1/invoices/${id}/issue${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const issued = async (centre: Centre, more = {}) => issue(centre, (await draft(centre, more)).id)

describe('a draft', () => {
  test('has the lines of its orders and no number, and gets number, parties and due date when it is issued', async () => {
    const centre = await openCentre()
    const first = await draft(centre)
    expect(first).toMatchObject({
      kind: 'INVOICE',
      status: 'DRAFT',
      number: null,
      seller: null,
      dueOn: null,
      netAmount: 18_000,
      taxAmount: 1710,
      amount: 19_710,
      amountDue: 0,
    })
    const preview = await issue(centre, first.id, '?dryRun=true')
    expect(preview).toMatchObject({
      dryRun: true,
      status: 'DRAFT',
      number: null,
      hasEInvoice: true,
    })
    const invoice = await issue(centre, first.id)
    const { seller, buyer, issuedOn, number } = invoice as unknown as Record<string, string>
    expect(invoice).toMatchObject({ status: 'ISSUED', amountDue: 19_710, hasEInvoice: true })
    expect(number).toBe(`SUN-${issuedOn!.slice(0, 4)}-000001`)
    expect(Date.parse(invoice['dueOn'] as string) - Date.parse(issuedOn!)).toBe(14 * 86_400_000)
    expect([seller, buyer]).toMatchObject([{ name: ENTITY.name }, { name: INSURER.name }])
    expect((await issued(centre))['number']).toBe(`SUN-${issuedOn!.slice(0, 4)}-000002`)
  })

  test('that is discarded leaves no gap, and its orders can be invoiced again', async () => {
    const centre = await openCentre()
    const { client } = centre
    const order = await newOrder(centre)
    const { id } = await create(client, '/v1/invoices', { orderIds: [order.id] })
    const again = await client.post('/v1/invoices', { orderIds: [order.id] })
    expect(refusal(again).slice(0, 2)).toEqual([409, 'order_invoiced'])
    const discarded = await client.post(`/v1/invoices/${id}/discard`)
    expect(discarded.body).toMatchObject({
      status: 'DISCARDED',
      orders: [{ orderId: order.id, creditNoteId: null }],
    })
    const next = await create(client, '/v1/invoices', { orderIds: [order.id] })
    expect((await issue(centre, next.id))['number']).toMatch(/-000001$/)
    expect(refusal(await client.post(`/v1/invoices/${id}/issue`))[1]).toBe('invalid_transition')
  })

  test('has one payer, one currency, and only orders that are claims', async () => {
    const centre = await openCentre()
    const { client } = centre
    const order = await newOrder(centre)
    const post = async (...orderIds: string[]) =>
      refusal(await client.post('/v1/invoices', { orderIds }))
    const inYen = await newOrder(centre, { currency: 'JPY' })
    expect(await post(order.id, inYen.id)).toEqual([
      400,
      'validation_failed',
      'orderIds: not_allowed',
    ])
    const other = await create(client, '/v1/payers', { ...INSURER, name: 'Insurance South' })
    const theirs = await create(client, '/v1/orders', { payerId: other.id, lines: LINES })
    expect((await post(order.id, theirs.id))[2]).toBe('orderIds: not_allowed')
    expect((await post(order.id, order.id))[2]).toMatch(/^orderIds: /)
    const cancelled = await newOrder(centre)
    await client.post(`/v1/orders/${cancelled.id}/cancel`)
    expect(await post(cancelled.id)).toEqual([409, 'order_not_invoiceable'])
    const draftOfOrder = await create(client, '/v1/invoices', { orderIds: [order.id] })
    await client.post(`/v1/orders/${order.id}/cancel`)
    const late = await client.post(`/v1/invoices/${draftOfOrder.id}/issue`)
    expect(refusal(late)).toEqual([409, 'order_not_invoiceable'])
  })

  test('of a client includes their orders as a payer, and needs one of several legal entities to be named', async () => {
    const centre = await openCentre()
    const { client } = centre
    const { id: childId } = await newChild(client)
    const { id: clientId } = await newClient(client)
    await create(client, '/v1/guardianships', {
      childId,
      clientId,
      relationship: 'mother',
      billing: true,
    })
    // Two orders are invoiced at once, and the client becomes one payer.
    const newOrderOfChild = () => create(client, '/v1/orders', { childId, lines: LINES })
    const others = [await newOrderOfChild(), await newOrderOfChild()]
    const drafts = await Promise.all(
      others.map(({ id }) => create(client, '/v1/invoices', { orderIds: [id] })),
    )
    const { data: payers } = (
      await client.get<{ data: Resource[] }>(`/v1/payers?clientId=${clientId}`)
    ).body
    expect(payers).toMatchObject([{ kind: 'CLIENT', clientId, name: null }])
    const payer = payers[0]!
    const order = await newOrderOfChild()
    expect(drafts.map(({ payerId }) => payerId)).toEqual([payer.id, payer.id])
    const second = await create(client, '/v1/legal-entities', { ...ENTITY, numberPrefix: 'MOON' })
    const which = await client.post('/v1/invoices', { orderIds: [order.id] })
    expect(refusal(which)).toEqual([400, 'validation_failed', 'legalEntityId: required'])
    const invoice = await create(client, '/v1/invoices', {
      orderIds: [order.id],
      legalEntityId: second.id,
    })
    expect(invoice).toMatchObject({ payerId: payer.id, clientId })
    expect((await issue(centre, invoice.id))['number']).toMatch(/^MOON-\d{4}-000001$/)
  })
})

describe('an issued invoice', () => {
  test('never changes, even if its payer changes or somebody writes to the database directly', async () => {
    const centre = await openCentre()
    const { client, payerId } = centre
    const invoice = await issued(centre)
    await client.patch(`/v1/payers/${payerId}`, { name: 'Insurance West', daysUntilDue: 99 })
    const { body } = await client.get<Resource>(`/v1/invoices/${invoice.id}`)
    expect(body).toMatchObject({ buyer: { name: INSURER.name }, dueOn: invoice['dueOn'] })
    for (const sql of [
      'UPDATE invoices SET amount_minor = 1, net_minor = 1, tax_minor = 0 WHERE id = $1',
      `UPDATE invoices SET status = 'DRAFT' WHERE id = $1`,
      `UPDATE invoices SET buyer = '{}' WHERE id = $1`,
      'DELETE FROM invoices WHERE id = $1',
      'DELETE FROM invoice_orders WHERE invoice_id = $1',
    ])
      await expect(api.query(sql, [invoice.id]), sql).rejects.toThrow('is issued')
  })

  test('has a gapless number, enforced by the database', async () => {
    const centre = await openCentre()
    const { id } = await draft(centre)
    const skipping = api.query(
      `UPDATE invoices SET status = 'ISSUED', year = 2026, sequence = 2, number = 'SUN-2026-000002',
         issued_on = '2026-11-24', due_on = '2026-12-24', seller = '{}' WHERE id = $1`,
      [id],
    )
    await expect(skipping).rejects.toThrow('leaves a gap')
  })

  test('prevents cancelling its orders until it is credited', async () => {
    const centre = await openCentre()
    const { client } = centre
    const invoice = await issued(centre)
    const [{ orderId }] = invoice['orders'] as [{ orderId: string }]
    const cancel = () => client.post(`/v1/orders/${orderId}/cancel`)
    expect(refusal(await cancel())).toEqual([409, 'order_invoiced'])
    const note = await create(client, `/v1/invoices/${invoice.id}/credit`, { reason: 'Twice.' })
    expect(note).toMatchObject({
      kind: 'CREDIT_NOTE',
      status: 'ISSUED',
      creditsInvoiceId: invoice.id,
      amount: 19_710,
      amountDue: 0,
      dueOn: null,
      orders: [{ orderId, creditNoteId: expect.any(String) }],
    })
    expect(note['number']).toMatch(/-000002$/)
    const after = await client.get<Resource>(`/v1/invoices/${invoice.id}`)
    expect(after.body).toMatchObject({ amountDue: 0, orders: [{ creditNoteId: note.id }] })
    const twice = await client.post(`/v1/invoices/${invoice.id}/credit`, { reason: 'Twice.' })
    expect(refusal(twice)).toEqual([409, 'nothing_to_credit'])
    const ofNote = await client.post(`/v1/invoices/${note.id}/credit`, { reason: 'Twice.' })
    expect(refusal(ofNote)).toEqual([409, 'invoice_not_issued'])
    expect((await cancel()).body).toMatchObject({ status: 'CANCELLED' })
  })

  test('can be credited in part, and the credited part can be invoiced again', async () => {
    const centre = await openCentre()
    const { client } = centre
    const orders = [await newOrder(centre), await newOrder(centre)]
    const [kept, taken] = orders.map(({ id }) => id) as [string, string]
    const { id } = await create(client, '/v1/invoices', { orderIds: [kept, taken] })
    await issue(centre, id)
    const body = { reason: 'Wrong visit.', orderIds: [taken] }
    const note = await create(client, `/v1/invoices/${id}/credit`, body)
    expect(note['lines']).toMatchObject([{ orderId: taken }, { orderId: taken }])
    const after = await client.get<Resource>(`/v1/invoices/${id}`)
    expect(after.body).toMatchObject({ amount: 39_420, amountDue: 19_710 })
    await create(client, '/v1/invoices', { orderIds: [taken] })
  })

  test('is corrected by a credit note when its appointment is cancelled', async () => {
    const centre = await openCentre()
    const { client, payerId } = centre
    const appointment = await newAppointment(client)
    const order = await create(client, '/v1/orders', { appointmentId: appointment.id, payerId })
    const { id } = await create(client, '/v1/invoices', { orderIds: [order.id] })
    await issue(centre, id)
    const cancelled = await client.post(`/v1/appointments/${appointment.id}/cancel`, {
      initiator: 'PROVIDER',
      reason: 'Ill.',
    })
    expect(cancelled.status, cancelled.text).toBe(200)
    const { body } = await client.get<Page>('/v1/invoices?kind=CREDIT_NOTE')
    expect(body.data).toMatchObject([{ creditsInvoiceId: id, reason: 'The order was cancelled.' }])
  })

  test('is filtered by number, payer and outstanding amount', async () => {
    const centre = await openCentre()
    const { client, payerId } = centre
    const invoice = await issued(centre)
    const other = await draft(centre)
    const found = async (query: string) =>
      (await client.get<Page>(`/v1/invoices?${query}`)).body.data.map(({ id }) => id)
    expect(await found(`number=${String(invoice['number'])}`)).toEqual([invoice.id])
    expect(await found(`payerId=${payerId}`)).toEqual([other.id, invoice.id])
    expect(await found('outstanding=true')).toEqual([invoice.id])
    expect(await found('outstanding=false')).toEqual([other.id])
    expect(await found(`dueOn[lt]=${String(invoice['dueOn'])}`)).toEqual([])
  })

  test('gets consecutive numbers when many are issued at the same time', async () => {
    const centre = await openCentre()
    const drafts = await Promise.all(Array.from({ length: 20 }, () => draft(centre)))
    const numbers = await Promise.all(
      drafts.map(async ({ id }) => String((await issue(centre, id))['number']).slice(-6)),
    )
    const expected = drafts.map((_, index) => String(index + 1).padStart(6, '0'))
    expect(numbers.toSorted()).toEqual(expected)
  })
})

describe('as a file', () => {
  const pdfOf = async (bytes: Uint8Array<ArrayBuffer>) => getDocumentProxy(new Uint8Array(bytes))

  test('the PDF states the charges, embeds the e-invoice, and has the same bytes each time', async () => {
    const centre = await openCentre()
    const { client } = centre
    const invoice = await issued(centre)
    const bytes = async () => {
      const answer = await client.get(`/v1/invoices/${invoice.id}/invoice.pdf`)
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      return answer.text
    }
    const first = await bytes()
    expect(first.startsWith('%PDF-1.7')).toBe(true)
    expect(await bytes()).toBe(first)
    const xml = await client.get(`/v1/invoices/${invoice.id}/e-invoice.xml`)
    expect(xml.headers.get('content-type')).toBe('application/xml')
    for (const text of [
      `<ram:ID>${String(invoice['number'])}</ram:ID>`,
      'urn:cen.eu:en16931:2017',
      '<ram:DuePayableAmount>197.10</ram:DuePayableAmount>',
      '<ram:ExemptionReason>§ 4 Nr. 14</ram:ExemptionReason>',
    ])
      expect(xml.text).toContain(text)
  })

  test('a draft has none, and a payer without an address gets no e-invoice', async () => {
    const centre = await openCentre({ address: null })
    const { client } = centre
    const { id } = await draft(centre)
    const get = (file: string) => client.get(`/v1/invoices/${id}/${file}`)
    expect(refusal(await get('invoice.pdf'))).toEqual([409, 'invoice_not_issued'])
    await issue(centre, id)
    expect(refusal(await get('e-invoice.xml'))).toEqual([409, 'e_invoice_incomplete'])
    expect((await get('invoice.pdf')).status).toBe(200)
  })

  test.each([
    ['EUR', '197.10 EUR'],
    ['JPY', '19710 JPY'],
    ['KWD', '19.710 KWD'],
  ])('amounts in %s use its decimals: %s', async (currency, total) => {
    const invoice = { ...document, currency }
    const hasEInvoice = currency !== 'KWD'
    const xml = hasEInvoice ? await renderEInvoice(invoice) : undefined
    const bytes = await renderInvoice(invoice, xml)
    const pdf = await pdfOf(bytes)
    const content = await (await pdf.getPage(1)).getTextContent()
    const text = content.items.map((item) => ('str' in item ? item.str : '')).join(' ')
    expect(text).toContain(total)
    const attached = (await pdf.getAttachments()) as Map<string, object> | null
    expect([...(attached?.keys() ?? [])]).toEqual(hasEInvoice ? ['factur-x.xml'] : [])
    expect(embeddedIn(bytes)).toEqual(xml ? [Buffer.from(xml).toString()] : [])
  })

  test.each([
    ['an invoice', {}],
    ['a credit note', { kind: 'CREDIT_NOTE', dueOn: null, credits: document.creditsExample }],
    ['one in a currency without decimals', { currency: 'JPY' }],
    ['one of a buyer without e-mail', { buyer: { ...document.buyer, email: null } }],
  ] as const)('%s conforms to the schema of EN 16931', (_, more) => {
    const { creditsExample: _example, ...base } = document
    const validate = new Ajv2019({ strict: false, allErrors: true }).compile(invoiceSchema)
    validate(toUbl({ ...base, ...more }))
    expect(validate.errors).toBeNull()
  })
})

/** The files embedded in our PDF. */
const embeddedIn = (bytes: Uint8Array): string[] => {
  const pdf = Buffer.from(bytes).toString('latin1')
  const objects = pdf.matchAll(/\/Type \/EmbeddedFile[^]*?stream\n([^]*?)\nendstream/g)
  return [...objects].map(([, content]) => inflateSync(Buffer.from(content!, 'latin1')).toString())
}
