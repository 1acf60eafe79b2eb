import { DomainError, invalid } from '#platform/core/errors/errors.ts'

export const InvoiceKind = ['INVOICE', 'CREDIT_NOTE'] as const
export const InvoiceStatus = ['DRAFT', 'ISSUED', 'DISCARDED'] as const
export type InvoiceStatus = (typeof InvoiceStatus)[number]

/** `SUN-2026-000042`. */
export const numberOf = (prefix: string, year: number, sequence: number): string =>
  `${prefix}-${year}-${String(sequence).padStart(6, '0')}`

/** The fields of an order that matter for an invoice. */
export interface Invoiceable {
  id: string
  status: string
  currency: string
  clientId: string | null
  payerId: string | null
}

/**
 * Checks that the orders of an invoice are claims on one payer in one currency. Cancelled and refunded orders
 * are not claims.
 */
export const assertInvoiceable = (orders: readonly Invoiceable[]): void => {
  const over = orders.find(({ status }) => status !== 'OPEN' && status !== 'PAID')
  if (over)
    throw new DomainError(
      'order_not_invoiceable',
      `Order ${over.id} is ${over.status}, so it cannot be invoiced. Omit it.`,
      { extra: { orderId: over.id, status: over.status } },
    )
  const [first] = orders
  const differs = (member: 'currency' | 'clientId' | 'payerId') =>
    orders.some((order) => order[member] !== first?.[member])
  if (differs('currency'))
    throw invalid(
      'orderIds',
      'not_allowed',
      'The orders are in several currencies. Create an invoice for each currency.',
    )
  if (differs('payerId') || differs('clientId'))
    throw invalid(
      'orderIds',
      'not_allowed',
      'The orders belong to different payers. Create an invoice for each payer.',
    )
}

/** Checks that an invoice is issued, because only an issued invoice can be credited. */
export const assertCreditable = ({ kind, status }: { kind: string; status: string }): void => {
  if (kind === 'INVOICE' && status === 'ISSUED') return
  throw new DomainError(
    'invoice_not_issued',
    kind === 'CREDIT_NOTE'
      ? 'A credit note cannot be credited. Invoice the orders again.'
      : `The invoice is ${status}, so it cannot be credited.`,
  )
}
