import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { Address } from '#platform/core/address.ts'
import { decimalText, moneyText } from '#platform/core/money.ts'
import type { InvoiceLine } from './invoice-line.ts'
import type { InvoiceDocument } from './to-ubl.ts'
import { facturXMetadata } from './factur-x-metadata.ts'
import { taxGroups } from './tax-groups.ts'

const fontFile = (name: string): string =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

const LEFT = 56
const WIDTH = 483
const SIZES = { title: 16, text: 9, small: 8 }
const TITLES = { INVOICE: 'Invoice', CREDIT_NOTE: 'Credit note' }

/** Where columns of the lines begin, and how wide they are. */
const COLUMNS = [
  { x: LEFT, width: 213, align: 'left' },
  { x: 275, width: 50, align: 'right' },
  { x: 330, width: 65, align: 'right' },
  { x: 400, width: 50, align: 'right' },
  { x: 455, width: 84, align: 'right' },
] as const

/**
 * An invoice as PDF/A-3, with its e-invoice embedded as Factur-X where there is one. The same bytes each time:
 * nothing of it is of the moment. Gives way to other requests between its parts.
 */
export const renderInvoice = async (
  invoice: InvoiceDocument,
  xml: Uint8Array | undefined,
): Promise<Uint8Array<ArrayBuffer>> => {
  // With its fonts' tables it is a tenth of the process: loaded for the first who asks for a PDF.
  const { default: Pdf } = await import('pdfkit')
  const at = new Date(`${invoice.issuedOn}T00:00:00Z`)
  const title = `${TITLES[invoice.kind]} ${invoice.number}`
  const pdf = new Pdf({
    size: 'A4',
    margin: LEFT,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: 'en',
    info: { Title: title, Author: invoice.seller.name, CreationDate: at, ModDate: at },
  })
  pdf.registerFont('text', fontFile('DejaVuSans')).registerFont('bold', fontFile('DejaVuSans-Bold'))
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(pdf, 'end')
  writeHead(pdf, invoice, title)
  await setImmediate()
  for (const [index, line] of invoice.lines.entries()) {
    writeLine(pdf, line, invoice.currency)
    if (index % 20 === 19) await setImmediate()
  }
  writeSums(pdf, invoice)
  writeTerms(pdf, invoice)
  numberPages(pdf, invoice.number)
  await setImmediate()
  if (xml) embed(pdf, xml, at)
  pdf.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

type Document = PDFKit.PDFDocument

const writeHead = (pdf: Document, invoice: InvoiceDocument, title: string): void => {
  const { seller, buyer } = invoice
  pdf.font('bold', SIZES.text).text(seller.name).font('text', SIZES.small)
  for (const text of addressLines(seller.address)) pdf.text(text)
  pdf.text([seller.email, seller.phone].filter(Boolean).join(' · '))
  const taxIds = [
    seller.vatId && `VAT ${seller.vatId}`,
    seller.taxNumber && `Tax no. ${seller.taxNumber}`,
  ]
  pdf.text(taxIds.filter(Boolean).join(' · ')).moveDown(2)
  pdf.font('text', SIZES.text).text(buyer.name)
  for (const text of buyer.address ? addressLines(buyer.address) : []) pdf.text(text)
  if (buyer.taxId !== null) pdf.text(`Tax id ${buyer.taxId}`)
  pdf.moveDown(2).font('bold', SIZES.title).text(title).font('text', SIZES.text)
  pdf.text(`Date ${invoice.issuedOn}`)
  if (invoice.dueOn !== null) pdf.text(`Due ${invoice.dueOn}`)
  if (invoice.credits)
    pdf.text(`Takes back invoice ${invoice.credits.number} of ${invoice.credits.issuedOn}`)
  if (invoice.note !== null) pdf.moveDown().text(invoice.note)
  pdf.moveDown(1.5)
  writeRow(pdf, 'bold', ['Description', 'Quantity', 'Price', 'Tax', `Net ${invoice.currency}`])
}

const writeLine = (pdf: Document, line: InvoiceLine, currency: string): void => {
  const { description, servedOn, serviceCode, quantity, discountAmount } = line
  const price = decimalText(line.unitAmount, currency)
  const net = decimalText(line.amount - line.taxAmount, currency)
  writeRow(pdf, 'text', [description, String(quantity), price, `${line.taxRate} %`, net])
  const details = [
    servedOn,
    serviceCode,
    discountAmount > 0 && `Discount ${moneyText(discountAmount, currency)}`,
  ]
  const text = details.filter(Boolean).join(' · ')
  if (text !== '') pdf.font('text', SIZES.small).text(text, LEFT, pdf.y, { width: WIDTH })
  pdf.moveDown(0.4)
}

/** All columns of a row begin at one height; what follows, below the longest. */
const writeRow = (pdf: Document, font: 'text' | 'bold', cells: readonly string[]): void => {
  pdf.font(font, SIZES.text)
  const height = pdf.heightOfString(cells[0]!, { width: COLUMNS[0].width })
  if (pdf.y + height > pdf.page.height - LEFT - SIZES.text) pdf.addPage()
  const top = pdf.y
  for (const [index, { x, width, align }] of COLUMNS.entries())
    pdf.text(cells[index]!, x, top, { width, align })
  pdf.x = LEFT
  pdf.y = top + height
}

const writeSums = (pdf: Document, invoice: InvoiceDocument): void => {
  const { currency } = invoice
  const sum = (font: 'text' | 'bold', label: string, amount: number) =>
    writeRow(pdf, font, [label, '', '', '', moneyText(amount, currency)])
  pdf.moveDown()
  sum('text', 'Net', invoice.netAmount)
  for (const { taxRate, taxAmount, exemption } of taxGroups(invoice.lines))
    if (exemption === null) sum('text', `Tax ${taxRate} %`, taxAmount)
  sum('bold', 'Total', invoice.amount)
  for (const { exemption } of taxGroups(invoice.lines))
    if (exemption !== null) pdf.moveDown(0.5).font('text', SIZES.small).text(exemption)
}

const writeTerms = (
  pdf: Document,
  { kind, dueOn, seller, number, amount, currency }: InvoiceDocument,
): void => {
  pdf.moveDown(1.5).font('text', SIZES.text)
  if (kind === 'CREDIT_NOTE') return
  if (dueOn !== null) pdf.text(`Please pay ${moneyText(amount, currency)} by ${dueOn}.`)
  if (seller.iban !== null) pdf.text(`IBAN ${seller.iban}, reference ${number}`)
}

const numberPages = (pdf: Document, number: string): void => {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index)
    // Below the margin: without this the footer would begin a page of its own.
    pdf.page.margins.bottom = 0
    const text = `${number} · ${index + 1} / ${count}`
    pdf.font('text', SIZES.small).text(text, LEFT, pdf.page.height - 40, { align: 'center' })
  }
}

/** As Factur-X and ZUGFeRD want it: an alternative of the document, which its metadata name. */
const embed = (pdf: Document, xml: Uint8Array, at: Date): void => {
  const file = {
    name: 'factur-x.xml',
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: at,
    modifiedDate: at,
  }
  pdf.file(Buffer.from(xml), file)
  pdf.appendXML(facturXMetadata)
}

const addressLines = ({ line1, line2, postalCode, city, region, country }: Address): string[] =>
  [line1, line2, `${postalCode} ${city}`, [region, country].filter(Boolean).join(', ')].filter(
    (text) => text !== undefined,
  )
