import { decimalsOf } from '#platform/core/money/money.ts'
import { codeLists } from './code-lists.ts'
import type { Buyer, InvoiceLine, Seller } from './invoice-line.ts'
import { taxOf } from './price-lines.ts'
import { taxGroups } from './tax-groups.ts'

interface Content {
  /** Null in a draft. */
  seller: Seller | null
  buyer: Buyer | null
  currency: string
  lines: readonly InvoiceLine[]
}

/**
 * Why an invoice has no e-invoice, because of requirements of EN 16931 that our schema does not have; null if
 * it has one. A draft is judged by the data known so far; the dry run of its issue is complete.
 */
export const eInvoiceObstacle = ({ seller, buyer, currency, lines }: Content): string | null => {
  if (!codeLists.currencies.has(currency))
    return `EN 16931 does not support the currency ${currency}.`
  if (decimalsOf(currency) > 2)
    return `EN 16931 supports at most two decimals, and ${currency} has three.`
  if (!seller)
    return 'A draft does not name the payer yet. To see whether there will be an e-invoice, issue the draft with dryRun=true.'
  if (!buyer) return 'The payer’s data was erased.'
  if (!buyer.address) return 'The payer has no address. Add one.'
  for (const [name, party] of [
    ['payer', buyer],
    ['legal entity', seller],
  ] as const) {
    const country = party.address?.country
    if (country !== undefined && !codeLists.countries.has(country))
      return `The country ${country} of the ${name} is not an ISO 3166-1 code. Correct the address.`
    const scheme = party.eInvoiceAddress?.scheme
    if (scheme !== undefined && !codeLists.addressSchemes.has(scheme))
      return `The scheme ${scheme} of the e-invoice address of the ${name} is not in the EAS code list. Correct it.`
  }
  const vatId = seller.vatId
  if (vatId !== null && !codeLists.vatPrefixes.has(vatId.slice(0, 2)))
    return `The VAT ID ${vatId} of the legal entity does not begin with a country code. Correct it, or set taxNumber instead.`
  return taxObstacle(lines, currency)
}

/** Invoices created by older versions have taxes per line, which may deviate too much (BR-CO-17). */
const taxObstacle = (lines: readonly InvoiceLine[], currency: string): string | null => {
  const tooFar = 10 ** decimalsOf(currency)
  return taxGroups(lines).some(
    ({ netAmount, taxAmount, taxRate }) =>
      Math.abs(taxAmount - taxOf(netAmount, taxRate)) >= tooFar,
  )
    ? 'The tax was rounded line by line and differs too much from the rate.'
    : null
}
