import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { InvoiceDocument } from './to-ubl.ts'
import { loadInvoice, showInvoice } from './queries.ts'
import { renderEInvoice } from './render-e-invoice.ts'
import { renderInvoice } from './render-invoice.ts'
import type { Invoice } from './schemas.ts'

interface Exported {
  document: InvoiceDocument
  /** Why there is no e-invoice. */
  obstacle: string | null
}

/**
 * Exports an invoice as a PDF, with an embedded e-invoice if possible. It is rendered after the transaction
 * that reads the data.
 */
export const exportInvoicePdf = async (ctx: Context, ref: { id: string }) => {
  const { document, obstacle } = await loadDocument(ctx, ref)
  return renderInvoice(document, obstacle === null ? await renderEInvoice(document) : undefined)
}

/** Exports only the e-invoice, as Cross Industry Invoice. */
export const exportEInvoice = async (ctx: Context, ref: { id: string }) => {
  const { document, obstacle } = await loadDocument(ctx, ref)
  if (obstacle === null) return renderEInvoice(document)
  throw new DomainError(
    'e_invoice_incomplete',
    `${obstacle} Credit the invoice and issue it again.`,
  )
}

const loadDocument = (ctx: Context, { id }: { id: string }): Promise<Exported> =>
  read(ctx, 'invoices:read', async (reader) => {
    const row = await loadInvoice(reader, id)
    return documentOf(await showInvoice(row, reader), reader)
  })

const documentOf = async (invoice: Invoice, reader: Reader): Promise<Exported> => {
  const { number, issuedOn, seller, buyer, status } = invoice
  if (number === null || issuedOn === null || seller === null)
    throw new DomainError(
      'invoice_not_issued',
      `The invoice is ${status}. Issue it first: POST /v1/invoices/${invoice.id}/issue.`,
    )
  const credits = await creditedBy(invoice, reader)
  const who = buyer ?? ERASED
  const obstacle = invoice.eInvoiceObstacle
  return { document: { ...invoice, number, issuedOn, seller, buyer: who, credits }, obstacle }
}

const creditedBy = async ({ creditsInvoiceId }: Invoice, reader: Reader) => {
  if (creditsInvoiceId === null) return null
  const credited = await showInvoice(await loadInvoice(reader, creditsInvoiceId), reader)
  return { number: credited.number!, issuedOn: credited.issuedOn! }
}

/** Replaces the data of a person who was erased. */
const ERASED = { name: '[erased]', address: null, email: null, taxId: null, eInvoiceAddress: null }
