import type { Invoice as UblInvoice } from '@e-invoice-eu/core'
import { toUbl, type InvoiceDocument } from './to-ubl.ts'

/** Has the library, which is loaded for the first who asks: with its parts it is a tenth of the process. */
const loadCii = async () => {
  const { FormatFactoryService } = await import('@e-invoice-eu/core')
  return new FormatFactoryService().createFormatService('CII', console)
}
let cii: ReturnType<typeof loadCii> | undefined

/**
 * An invoice as Cross Industry Invoice (CII) of the profile EN 16931, as Factur-X and ZUGFeRD have it. The same
 * bytes each time. Tests check what the library takes by its schema, which costs more to compile than all the rest,
 * and what it writes by an independent validator (docs/decisions/0182).
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
 * What the library leaves to us: only the tax total names its currency (CII-DT-031), and XML has no control characters,
 * which a note may have.
 */
const asXml = (text: string): string =>
  text
    .replace(/(<ram:(?!TaxTotalAmount)\w+) currencyID="[A-Z]{3}"/g, '$1')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
