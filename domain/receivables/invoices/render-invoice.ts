import { addressLines } from '#platform/core/contact/address-lines.ts'
import { decimalText, moneyText } from '#platform/core/money/money.ts'
import { columnsOf, openPaper, type Paper } from '#platform/core/paper/open-paper.ts'
import type { InvoiceLine } from './invoice-line.ts'
import { creditTerms, type InvoiceDocument } from './to-ubl.ts'
import { facturXMetadata } from './factur-x-metadata.ts'
import { taxGroups } from './tax-groups.ts'

const TITLES = { INVOICE: 'Invoice', CREDIT_NOTE: 'Credit note' }
const COLUMNS = columnsOf([213, 50, 65, 50, 84])

/**
 * Renders an invoice as PDF/A-3, with an embedded Factur-X e-invoice if possible. The bytes are deterministic.
 */
export const renderInvoice = async (
  invoice: InvoiceDocument,
  xml: Uint8Array | undefined,
): Promise<Uint8Array<ArrayBuffer>> => {
  const at = new Date(`${invoice.issuedOn}T00:00:00Z`)
  const title = `${TITLES[invoice.kind]} ${invoice.number}`
  const paper = await openPaper({ title, author: invoice.seller.name, at })
  writeHead(paper, invoice, title)
  for (const line of invoice.lines) writeLine(paper, line, invoice.currency)
  writeSums(paper, invoice)
  writeTerms(paper, invoice)
  if (xml) embed(paper, xml, at)
  return paper.finish(invoice.number)
}

const writeHead = (paper: Paper, invoice: InvoiceDocument, title: string): void => {
  const { seller, buyer } = invoice
  paper.bold(seller.name)
  for (const text of addressLines(seller.address)) paper.small(text)
  paper.small([seller.email, seller.phone].filter(Boolean).join(' · '))
  const taxIds = [
    seller.vatId && `VAT ${seller.vatId}`,
    seller.taxNumber && `Tax no. ${seller.taxNumber}`,
  ]
  paper.small(taxIds.filter(Boolean).join(' · '))
  paper.space(2)
  paper.line(buyer.name)
  for (const text of buyer.address ? addressLines(buyer.address) : []) paper.line(text)
  if (buyer.taxId !== null) paper.line(`Tax id ${buyer.taxId}`)
  paper.space(2)
  paper.title(title)
  paper.line(`Date ${invoice.issuedOn}`)
  if (invoice.dueOn !== null) paper.line(`Due ${invoice.dueOn}`)
  if (invoice.credits)
    paper.line(`Credits invoice ${invoice.credits.number} of ${invoice.credits.issuedOn}`)
  if (invoice.note !== null) {
    paper.space(1)
    paper.line(invoice.note)
  }
  paper.space(1.5)
  const head = ['Description', 'Quantity', 'Price', 'Tax', `Net ${invoice.currency}`]
  paper.row(COLUMNS, 'bold', head)
}

const writeLine = (paper: Paper, line: InvoiceLine, currency: string): void => {
  const { description, servedOn, serviceCode, quantity, discountAmount } = line
  const price = decimalText(line.unitAmount, currency)
  const net = decimalText(line.amount - line.taxAmount, currency)
  const cells = [description, String(quantity), price, `${line.taxRate} %`, net]
  paper.row(COLUMNS, 'text', cells)
  const details = [
    servedOn,
    serviceCode,
    discountAmount > 0 && `Discount ${moneyText(discountAmount, currency)}`,
  ]
  const text = details.filter(Boolean).join(' · ')
  if (text !== '') paper.small(text)
  paper.space(0.4)
}

const writeSums = (paper: Paper, invoice: InvoiceDocument): void => {
  const { currency } = invoice
  const sum = (font: 'text' | 'bold', label: string, amount: number) =>
    paper.row(COLUMNS, font, [label, '', '', '', moneyText(amount, currency)])
  paper.space(1)
  sum('text', 'Net', invoice.netAmount)
  for (const { taxRate, taxAmount, exemption } of taxGroups(invoice.lines))
    if (exemption === null) sum('text', `Tax ${taxRate} %`, taxAmount)
  if (invoice.roundingAmount !== 0) sum('text', 'Rounding', invoice.roundingAmount)
  sum('bold', 'Total', invoice.amount)
  for (const { exemption } of taxGroups(invoice.lines)) {
    if (exemption === null) continue
    paper.space(0.5)
    paper.small(exemption)
  }
}

const writeTerms = (
  paper: Paper,
  { kind, credits, dueOn, seller, number, amount, currency }: InvoiceDocument,
): void => {
  paper.space(1.5)
  if (credits) paper.line(creditTerms(credits.number))
  if (kind === 'CREDIT_NOTE') return
  if (dueOn !== null) paper.line(`Please pay ${moneyText(amount, currency)} by ${dueOn}.`)
  if (seller.iban !== null) paper.line(`IBAN ${seller.iban}, reference ${number}`)
}

/** Embeds the e-invoice as Factur-X and ZUGFeRD require: as an alternative of the document, named in its metadata. */
const embed = ({ pdf }: Paper, xml: Uint8Array, at: Date): void => {
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
