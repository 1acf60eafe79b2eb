import type { Invoice as UblInvoice } from '@e-invoice-eu/core'
import { toUbl, type InvoiceDocument } from './to-ubl.ts'

/** Loads the library on first use, because it takes a tenth of the process's memory. */
const loadCii = async () => {
  const { FormatFactoryService } = await import('@e-invoice-eu/core')
  return new FormatFactoryService().createFormatService('CII', console)
}
let cii: ReturnType<typeof loadCii> | undefined

/**
 * Renders an invoice as Cross Industry Invoice (CII), profile EN 16931, as used in Factur-X and ZUGFeRD. The
 * bytes are deterministic. Tests check the library's input against its schema, which is slow to compile, and
 * its output with an independent validator (docs/decisions/0182).
 */
export const renderEInvoice = async (
  invoice: InvoiceDocument,
): Promise<Uint8Array<ArrayBuffer>> => {
  const format = await (cii ??= loadCii())
  const xml = await format.generate(toUbl(invoice) as unknown as UblInvoice, {
    format: 'cii',
    lang: 'en',
    noWarnings: true,
  })
  return new TextEncoder().encode(asXml(xml as string))
}

/**
 * Corrects what the library leaves out: only the tax total names its currency (CII-DT-031), and XML allows no
 * control characters, which a note may contain.
 */
const asXml = (text: string): string =>
  text
    .replace(/(<ram:(?!TaxTotalAmount)\w+) currencyID="[A-Z]{3}"/g, '$1')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
