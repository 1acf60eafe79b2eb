import type { Address } from '#platform/core/contact/address.ts'
import { decimalText } from '#platform/core/money/money.ts'
import { codeLists } from './code-lists.ts'
import type { Buyer, InvoiceLine, Seller } from './invoice-line.ts'
import { taxGroups, type TaxGroup } from './tax-groups.ts'

/**
 * An invoice in the terms of EN 16931, for the library; its names are those of UBL. Amounts are the invoice's
 * minor units as decimal text; nothing is computed again.
 */
export interface InvoiceDocument {
  kind: 'INVOICE' | 'CREDIT_NOTE'
  number: string
  issuedOn: string
  dueOn: string | null
  currency: string
  note: string | null
  seller: Seller
  buyer: Buyer
  lines: readonly InvoiceLine[]
  netAmount: number
  taxAmount: number
  roundingAmount: number
  amount: number
  /** For a credit note: the invoice that it credits. */
  credits: { number: string; issuedOn: string } | null
}

/** UNTDID 1001 codes for a commercial invoice and a credit note. */
const TYPE_CODES = { INVOICE: '380', CREDIT_NOTE: '381' }
/** The UNTDID 4461 code for a SEPA credit transfer or another one. */
const CREDIT_TRANSFER = '58'
/** One piece, according to UN/ECE Recommendation 20. */
const ONE = 'C62'
const VAT = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

export const toUbl = (invoice: InvoiceDocument) => {
  const money = moneyIn(invoice.currency)
  const { seller, buyer, credits, note, dueOn } = invoice
  return {
    'ubl:Invoice': {
      'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
      'cbc:ID': invoice.number,
      'cbc:IssueDate': invoice.issuedOn,
      ...(dueOn !== null && { 'cbc:DueDate': dueOn }),
      'cbc:InvoiceTypeCode': TYPE_CODES[invoice.kind],
      ...(note !== null && note.trim() !== '' && { 'cbc:Note': [note] }),
      'cbc:DocumentCurrencyCode': invoice.currency,
      ...(credits && {
        'cac:BillingReference': [
          {
            'cac:InvoiceDocumentReference': {
              'cbc:ID': credits.number,
              'cbc:IssueDate': credits.issuedOn,
            },
          },
        ],
      }),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(seller) },
      'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(buyer) },
      'cac:Delivery': { 'cbc:ActualDeliveryDate': deliveredOn(invoice) },
      ...(credits && { 'cac:PaymentTerms': { 'cbc:Note': creditTerms(credits.number) } }),
      ...(seller.iban !== null && {
        'cac:PaymentMeans': [
          {
            'cbc:PaymentMeansCode': CREDIT_TRANSFER,
            'cbc:PaymentID': invoice.number,
            'cac:PayeeFinancialAccount': { 'cbc:ID': seller.iban },
          },
        ],
      }),
      'cac:TaxTotal': [
        {
          ...money('cbc:TaxAmount', invoice.taxAmount),
          'cac:TaxSubtotal': taxGroups(invoice.lines).map((group) => ({
            ...money('cbc:TaxableAmount', group.netAmount),
            ...money('cbc:TaxAmount', group.taxAmount),
            'cac:TaxCategory': {
              ...categoryOf(group),
              ...(group.exemption !== null && { 'cbc:TaxExemptionReason': group.exemption }),
              ...VAT,
            },
          })),
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...money('cbc:LineExtensionAmount', invoice.netAmount),
        ...money('cbc:TaxExclusiveAmount', invoice.netAmount),
        ...money('cbc:TaxInclusiveAmount', invoice.netAmount + invoice.taxAmount),
        ...(invoice.roundingAmount !== 0 &&
          money('cbc:PayableRoundingAmount', invoice.roundingAmount)),
        ...money('cbc:PayableAmount', invoice.amount),
      },
      'cac:InvoiceLine': invoice.lines.map((line, index) => lineOf(line, index, money)),
    },
  }
}

/** The date of the last visit (BT-72), otherwise the date of issue. */
const deliveredOn = ({ lines, issuedOn }: InvoiceDocument): string =>
  lines
    .flatMap(({ servedOn }) => servedOn ?? [])
    .toSorted()
    .at(-1) ?? issuedOn

/** A credit note has no due date, so EN 16931 requires terms instead (BR-CO-25). */
export const creditTerms = (number: string): string =>
  `This credit note takes back invoice ${number}. You have nothing to pay for it.`

const moneyIn = (currency: string) => (name: string, amountMinor: number) => ({
  [name]: decimalText(amountMinor, currency),
  [`${name}@currencyID`]: currency,
})

const lineOf = (line: InvoiceLine, index: number, money: ReturnType<typeof moneyIn>) => ({
  'cbc:ID': String(index + 1),
  'cbc:InvoicedQuantity': String(line.quantity),
  'cbc:InvoicedQuantity@unitCode': ONE,
  ...money('cbc:LineExtensionAmount', line.amount - line.taxAmount),
  ...(line.servedOn !== null && {
    'cac:InvoicePeriod': { 'cbc:StartDate': line.servedOn, 'cbc:EndDate': line.servedOn },
  }),
  ...(line.discountAmount > 0 && {
    'cac:AllowanceCharge': [
      {
        'cbc:ChargeIndicator': 'false',
        'cbc:AllowanceChargeReason': 'Discount',
        ...money('cbc:Amount', line.discountAmount),
        ...money('cbc:BaseAmount', line.quantity * line.unitAmount),
      },
    ],
  }),
  'cac:Item': {
    'cbc:Name': line.description,
    ...(line.serviceCode !== null && {
      'cac:SellersItemIdentification': { 'cbc:ID': line.serviceCode },
    }),
    'cac:ClassifiedTaxCategory': { ...categoryOf(line), ...VAT },
  },
  'cac:Price': money('cbc:PriceAmount', line.unitAmount),
})

/** The category of a rate: standard rate or exempt, according to UNTDID 5305. */
const categoryOf = ({ taxRate }: Pick<TaxGroup, 'taxRate'>) => ({
  'cbc:ID': taxRate > 0 ? 'S' : 'E',
  'cbc:Percent': String(taxRate),
})

const postal = ({ line1, line2, city, region, postalCode, country }: Address) => ({
  'cbc:StreetName': line1,
  ...(line2 !== undefined && { 'cbc:AdditionalStreetName': line2 }),
  'cbc:CityName': city,
  'cbc:PostalZone': postalCode,
  ...(region !== undefined && { 'cbc:CountrySubentity': region }),
  'cac:Country': { 'cbc:IdentificationCode': country },
})

const endpoint = (
  address: { scheme: string; value: string } | null,
  email: string | null,
): object => {
  const found = address ?? (email === null ? null : { scheme: 'EM', value: email })
  return found ? { 'cbc:EndpointID': found.value, 'cbc:EndpointID@schemeID': found.scheme } : {}
}

const sellerParty = (seller: Seller) => ({
  ...endpoint(seller.eInvoiceAddress, seller.email),
  'cac:PostalAddress': postal(seller.address),
  'cac:PartyTaxScheme': [
    ...(seller.vatId === null ? [] : [taxScheme(seller.vatId, 'VAT')]),
    ...(seller.taxNumber === null ? [] : [taxScheme(seller.taxNumber, 'FC')]),
  ],
  'cac:PartyLegalEntity': {
    'cbc:RegistrationName': seller.name,
    // A seller without a VAT number is identified by its tax number (BT-30, because of BR-CO-26).
    ...(seller.vatId === null && { 'cbc:CompanyID': seller.taxNumber }),
  },
  'cac:Contact': {
    'cbc:Name': seller.name,
    ...(seller.phone !== null && { 'cbc:Telephone': seller.phone }),
    'cbc:ElectronicMail': seller.email,
  },
})

const taxScheme = (id: string, scheme: 'VAT' | 'FC') => ({
  'cbc:CompanyID': id,
  'cac:TaxScheme': { 'cbc:ID': scheme },
})

/** A tax id with a country prefix is a VAT identification number (BT-48). Other tax ids are omitted. */
const buyerParty = ({ name, address, email, taxId, eInvoiceAddress }: Buyer) => ({
  ...endpoint(eInvoiceAddress, email),
  'cac:PostalAddress': postal(address!),
  ...(taxId !== null &&
    codeLists.vatPrefixes.has(taxId.slice(0, 2)) && {
      'cac:PartyTaxScheme': taxScheme(taxId, 'VAT'),
    }),
  'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
})
