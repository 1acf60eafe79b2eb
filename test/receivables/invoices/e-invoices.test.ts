import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mustangPath } from '../../../dev/mustang.ts'
import { root } from '../../../dev/paths.ts'
import { renderEInvoice } from '#receivables/invoices/render-e-invoice.ts'
import { renderInvoice } from '#receivables/invoices/render-invoice.ts'
import { startApi, type ApiClient, type TestApi } from '../../support/api.ts'
import { create, refusal, type Resource } from '../../resources/centre.ts'
import { document } from './document.ts'
import { validateEInvoices } from './validate.ts'

const mustang = await mustangPath()

let api: TestApi
beforeAll(async () => void (api = await startApi()))
afterAll(() => api[Symbol.asyncDispose]())

const ADDRESS = { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' }
const SELLER = {
  name: 'Sunrise <Therapy> & Co',
  email: 'billing@sunrise.example',
  address: ADDRESS,
}

/** Fonts and directions that DejaVu alone does not draw. */
const SCRIPTS = 'محمد שרה प्रिया สมชาย 王小明 김민수 Дмитрий Nguyễn Thị Ánh ਗੁਰਪ੍ਰੀਤ'

interface Invoice extends Resource {
  kind: string
  number: string
  currency: string
  netAmount: number
  taxAmount: number
  roundingAmount: number
  amount: number
  hasEInvoice: boolean
  eInvoiceObstacle: string | null
  orders: { orderId: string }[]
  lines: { quantity: number; unitAmount: number; discountAmount: number; taxRate: number }[]
}

const issue = async (client: ApiClient, body: object): Promise<Invoice> => {
  const { id } = await create(client, '/v1/invoices', body)
  const preview = await client.post<Invoice>(`/v1/invoices/${id}/issue?dryRun=true`)
  const { status, body: invoice, text } = await client.post<Invoice>(`/v1/invoices/${id}/issue`)
  expect(status, text).toBe(200)
  const { netAmount, taxAmount, roundingAmount, amount, eInvoiceObstacle } = invoice
  // As announced by the dry run.
  expect(preview.body).toMatchObject({
    netAmount,
    taxAmount,
    roundingAmount,
    amount,
    eInvoiceObstacle,
  })
  return invoice
}

const credit = async (
  client: ApiClient,
  { id }: Invoice,
  orderIds?: string[],
): Promise<Invoice> => {
  const answer = await client.post<Invoice>(`/v1/invoices/${id}/credit`, {
    reason: 'Billed twice.',
    ...(orderIds && { orderIds }),
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** The existing e-invoices. The others state why they have none. */
const filesOf = async (client: ApiClient, invoices: readonly Invoice[]) => {
  const files = new Map<string, string>()
  for (const { id, number, hasEInvoice, eInvoiceObstacle } of invoices) {
    const answer = await client.get(`/v1/invoices/${id}/e-invoice.xml`)
    if (hasEInvoice) files.set(`${number}.xml`, answer.text)
    else {
      expect(refusal(answer)).toEqual([409, 'e_invoice_incomplete'])
      expect(answer.text).toContain(eInvoiceObstacle)
    }
  }
  return files
}

/** The same pseudo-random numbers in each run. */
const numbersFrom = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  return {
    upTo: (most: number) => Math.floor(next() * (most + 1)),
    one: <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)]!,
  }
}
type Numbers = ReturnType<typeof numbersFrom>

const randomLine = ({ upTo, one }: Numbers) => {
  const taxRate = one([0, 0, 19, 19, 7, 5, 8.88, 2.1, 100])
  const [quantity, unitAmount] = [one([1, 1, 2, 20, 999]), one([0, 10, 4997, 8511, upTo(100_000)])]
  const gross = quantity * unitAmount
  const discount = one([
    null,
    null,
    { percent: one([10, 33.33, 100]) },
    gross > 0 ? { amount: 1 + upTo(gross - 1) } : null,
  ])
  return {
    description: one(['Report', 'Early intervention, 45 minutes', 'A & B <"c"> – 漢字 😀']),
    quantity,
    unitAmount,
    taxRate,
    ...(discount && { discount }),
    ...(taxRate === 0 && { taxExemption: one(['§ 4 Nr. 14 UStG', 'Article 132', null]) }),
  }
}

const SELLERS = [
  { vatId: 'DE123456789', iban: 'DE02120300000000202051', phone: '+49301234567' },
  { taxNumber: '27/123/45678' },
  { vatId: 'EL123456789', taxNumber: '1', eInvoiceAddress: { scheme: '9930', value: 'x' } },
  { vatId: '123456789' },
]
const PAYERS = [
  { address: ADDRESS, email: 'claims@insurance.example', taxId: 'DE987654321' },
  { address: { ...ADDRESS, line2: 'Hinterhaus', region: 'Berlin', country: 'GR' }, taxId: 'EL1' },
  { address: { ...ADDRESS, country: 'US' }, eInvoiceAddress: { scheme: '0204', value: '991' } },
  { address: { ...ADDRESS, country: 'XX' }, taxId: 'XX1' },
  { address: ADDRESS, eInvoiceAddress: { scheme: 'ZZ', value: '991' } },
  {},
]

const netOf = (line: Invoice['lines'][number]) =>
  line.quantity * line.unitAmount - line.discountAmount

/** Documents of the tests. The last test validates all of them together. */
const files = new Map<string, string | Uint8Array>()

// The validator takes 15 s of processor time, and a busy machine up to twenty times as long.
describe.skipIf(!mustang)('an e-invoice', { timeout: 900_000 }, () => {
  test('exists for 200 random orders and their corrections, or says why not', async () => {
    const client = await api.createTenant()
    const numbers = numbersFrom(37)
    const { one, upTo } = numbers
    const entities = await Promise.all(
      SELLERS.map((more, index) =>
        create(client, '/v1/legal-entities', { ...SELLER, numberPrefix: `S${index}`, ...more }),
      ),
    )
    const payers = await Promise.all(
      PAYERS.map((more, index) =>
        create(client, '/v1/payers', { kind: 'INSURER', name: `Payer ${index}`, ...more }),
      ),
    )
    const invoices: Invoice[] = []
    for (let orders = 0; orders < 200;) {
      // Most of them can have an e-invoice.
      const payerId = one([...payers.slice(0, 3), ...payers.slice(0, 3), ...payers]).id
      const currency = one(['EUR', 'EUR', 'EUR', 'USD', 'JPY', 'KWD', 'VES'])
      const made = await Promise.all(
        Array.from({ length: 1 + upTo(4) }, () =>
          create(client, '/v1/orders', {
            payerId,
            currency,
            lines: Array.from({ length: 1 + upTo(5) }, () => randomLine(numbers)),
          }),
        ),
      )
      orders += made.length
      const invoice = await issue(client, {
        orderIds: made.map(({ id }) => id),
        legalEntityId: one([...entities, ...entities.slice(0, 3)]).id,
        note: one(['Thank you.', '', ' ', 'Line\nbreak \u0001 & <b>']),
      })
      invoices.push(invoice)
      expect(invoice.amount).toBe(made.reduce((sum, order) => sum + Number(order['amount']), 0))
      if (one([true, false]))
        invoices.push(await credit(client, invoice, one([undefined, [made[0]!.id]])))
    }
    for (const { lines, netAmount, taxAmount, roundingAmount, amount, number } of invoices) {
      const taxes = [...Map.groupBy(lines, ({ taxRate }) => taxRate)].map(([rate, group]) => {
        const net = group.reduce((sum, line) => sum + netOf(line), 0)
        return Math.floor((2 * net * Math.round(rate * 100) + 10_000) / 20_000)
      })
      expect(taxAmount, number).toBe(taxes.reduce((sum, tax) => sum + tax, 0))
      expect(netAmount + taxAmount + roundingAmount, number).toBe(amount)
    }
    const made = await filesOf(client, invoices)
    expect(made.size).toBeGreaterThan(40)
    expect(invoices.length - made.size).toBeGreaterThan(20)
    for (const [name, xml] of made) files.set(name, xml)
  })

  test('exists for the guide, for 300 lines, and for each kind of document', async () => {
    const client = await api.createTenant()
    const guide = bodiesOfGuide()
    const { id: legalEntityId } = await create(client, ...guide[0]!)
    const { id: payerId } = await create(client, ...guide[1]!)
    const invoices: Invoice[] = []
    const orders = guide.filter(([url, body]) => url === '/v1/orders' && 'payerId' in body)
    expect(orders).toHaveLength(3)
    for (const [url, body] of orders) {
      const { discountCode: _made, ...order } = { ...body, payerId } as Record<string, unknown>
      const { id } = await create(client, url, order)
      invoices.push(await issue(client, { orderIds: [id], legalEntityId }))
    }
    invoices.push(await credit(client, invoices[0]!))
    const line = { description: 'Session', quantity: 1, unitAmount: 4997, taxRate: 19 }
    const lines = Array.from({ length: 100 }, () => line)
    const many = await Promise.all(
      [1, 2, 3].map(() => create(client, '/v1/orders', { payerId, lines })),
    )
    const ofMany = await issue(client, { orderIds: many.map(({ id }) => id), legalEntityId })
    expect(ofMany).toMatchObject({
      netAmount: 1_499_100,
      taxAmount: 284_829,
      roundingAmount: -129,
      amount: 1_783_800,
    })
    invoices.push(ofMany, await credit(client, ofMany, [many[1]!.id]))
    const made = await filesOf(client, invoices)
    expect(made.size).toBe(invoices.length)
    for (const [name, xml] of made) files.set(name, xml)

    const { creditsExample, ...base } = document
    for (const [name, more] of Object.entries({
      invoice: {},
      credit: { kind: 'CREDIT_NOTE' as const, dueOn: null, credits: creditsExample },
      yen: { currency: 'JPY' },
      withoutEmail: { buyer: { ...document.buyer, email: null } },
      taxNumber: { seller: { ...document.seller, vatId: null } },
      scripts: { seller: { ...document.seller, name: SCRIPTS }, note: `${SCRIPTS} 𓀀` },
    })) {
      const content = { ...base, ...more }
      const xml = await renderEInvoice(content)
      files.set(`${name}.xml`, xml)
      if (name !== 'yen' && name !== 'withoutEmail')
        files.set(`${name}.pdf`, await renderInvoice(content, xml))
    }
  })

  test('passes XSD and Schematron, and its PDF is PDF/A-3', async () => {
    const delivery = /<ram:ApplicableHeaderTradeDelivery>[^]*<\/ram:ApplicableHeaderTradeDelivery>/
    const valid = new TextDecoder().decode(files.get('invoice.xml') as Uint8Array)
    files.set('broken.xml', valid.replace(delivery, ''))
    const found = await validateEInvoices(mustang!, files)
    // Broken documents are detected, so the absence of errors is meaningful.
    expect(found.get('broken.xml')).toContain('ApplicableHeaderTradeDelivery')
    found.delete('broken.xml')
    expect(Object.fromEntries(found)).toEqual({})
  })
})

/** Requests of the guide on invoices: path and body. */
const bodiesOfGuide = (): [string, object][] => {
  const text = readFileSync(path.join(root, 'docs', 'guides', 'invoices.md'), 'utf8')
  const posts = text.matchAll(/^post (\/v1\/[\w-]+) <<'?END'?\n([^]*?)\nEND$/gm)
  return [...posts].map(([, url, body]) => [url!, JSON.parse(body!) as object])
}
