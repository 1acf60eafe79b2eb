import type { InvoiceDocument } from '#receivables/invoices/to-ubl.ts'

const ADDRESS = { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' }
const line = {
  orderId: 'ord_1',
  serviceCode: null,
  servedOn: null,
  discountAmount: 0,
  taxRate: 0,
  taxExemption: null,
  taxAmount: 0,
}

/** An invoice to render: one taxed line and one untaxed. */
export const document = {
  kind: 'INVOICE',
  number: 'SUN-2026-000042',
  issuedOn: '2026-11-24',
  dueOn: '2026-12-24',
  currency: 'EUR',
  note: 'Thank you.',
  seller: {
    name: 'Sunrise Therapy GmbH',
    address: ADDRESS,
    email: 'billing@sunrise.example',
    phone: '+49 30 1234567',
    vatId: 'DE123456789',
    taxNumber: '27/123/45678',
    iban: 'DE02120300000000202051',
    eInvoiceAddress: null,
  },
  buyer: {
    name: 'Mara Weiß',
    address: { ...ADDRESS, line2: 'Hinterhaus', region: 'Berlin' },
    email: 'mara@example.com',
    taxId: 'DE987654321',
    eInvoiceAddress: { scheme: '0204', value: '991-12345-67' },
  },
  lines: [
    {
      ...line,
      description: 'Report',
      quantity: 1,
      unitAmount: 10_000,
      discountAmount: 1000,
      taxRate: 19,
      taxAmount: 1710,
      amount: 10_710,
    },
    {
      ...line,
      description: 'Early intervention, 45 minutes',
      serviceCode: 'EARLY_INTERVENTION',
      servedOn: '2026-11-20',
      quantity: 2,
      unitAmount: 4500,
      taxExemption: 'Exempt: therapeutic treatment',
      amount: 9000,
    },
  ],
  netAmount: 18_000,
  taxAmount: 1710,
  roundingAmount: 0,
  amount: 19_710,
  credits: null,
  creditsExample: { number: 'SUN-2026-000041', issuedOn: '2026-11-20' },
} satisfies InvoiceDocument & { creditsExample: InvoiceDocument['credits'] }
