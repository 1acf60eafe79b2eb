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
 * bytes each time. What the library takes is checked by its schema in tests; compiling that costs more than all
 * the rest, at each call.
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
  return new TextEncoder().encode(xml as string)
}
