import type { Invoice as UblInvoice } from '@e-invoice-eu/core'
import { toUbl, type InvoiceDocument } from './to-ubl.ts'

/** Loads the library on first use: with its parts it is a tenth of the process. */
const loadCii = async () => {
  const { FormatFactoryService } = await import('@e-invoice-eu/core')
  return new FormatFactoryService().createFormatService('CII', console)
}
let cii: ReturnType<typeof loadCii> | undefined

/**
 * An invoice as Cross Industry Invoice (CII), profile EN 16931, as in Factur-X and ZUGFeRD. Deterministic
 * bytes. Tests check the library's input by its schema, which is slow to compile, and its output by an
 * independent validator (docs/decisions/0182).
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
 * What the library omits: only the tax total names its currency (CII-DT-031), and XML has no control
 * characters, which a note may contain.
 */
const asXml = (text: string): string =>
  text
    .replace(/(<ram:(?!TaxTotalAmount)\w+) currencyID="[A-Z]{3}"/g, '$1')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
