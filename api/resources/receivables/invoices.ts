import { createInvoice } from '#receivables/invoices/create-invoice.ts'
import { creditInvoice } from '#receivables/invoices/credit-invoice.ts'
import { discardInvoice } from '#receivables/invoices/discard-invoice.ts'
import { exportEInvoice, exportInvoicePdf } from '#receivables/invoices/export-invoice-pdf.ts'
import { issueInvoice } from '#receivables/invoices/issue-invoice.ts'
import { getInvoice, InvoiceQuery, listInvoices } from '#receivables/invoices/queries.ts'
import {
  CreateInvoice,
  CreditInvoice,
  Invoice,
  IssuedInvoice,
  InvoiceTotal,
} from '#receivables/invoices/schemas.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, file, idParam, pageOf, totalsOf } from '../../http/shapes.ts'

const tag = {
  name: 'Invoices',
  about: 'Drafts, invoices and credit notes, as PDF and as e-invoices.',
}
const params = idParam('invoice')

export const invoiceOperations = [
  operation({
    id: 'createInvoice',
    method: 'post',
    path: '/v1/invoices',
    tag,
    summary: 'Draft an invoice',
    description:
      'Drafts an invoice for orders of one payer in one currency. A client who is not a payer yet becomes one (`payer.created`). An order can be on only one issued invoice at a time, so issue the draft to reserve its orders.',
    permission: ['invoices:write', 'orders:read'],
    body: CreateInvoice,
    status: 201,
    response: Invoice,
    example: { status: 'DRAFT', number: null, issuedOn: null, dueOn: null },
    errors: ['invalid_reference', 'order_invoiced', 'order_not_invoiceable'],
    events: ['invoice.created'],
    run: (ctx, { body }) => createInvoice(ctx, body),
  }),
  operation({
    id: 'listInvoices',
    method: 'get',
    path: '/v1/invoices',
    tag,
    summary: 'List invoices',
    description:
      'Newest first. Includes credit notes, and invoices in every status unless you filter.',
    permission: 'invoices:read',
    query: InvoiceQuery,
    status: 200,
    response: pageOf(Invoice, totalsOf(InvoiceTotal)),
    run: (ctx, { query }) => listInvoices(ctx, query),
  }),
  operation({
    id: 'getInvoice',
    method: 'get',
    path: '/v1/invoices/{id}',
    tag,
    summary: 'Retrieve an invoice',
    description: 'Returns the seller, the payer, the charges, and the amount still due.',
    permission: 'invoices:read',
    params,
    status: 200,
    response: Invoice,
    errors: ['not_found'],
    run: (ctx, { params }) => getInvoice(ctx, params),
  }),
  operation({
    id: 'issueInvoice',
    method: 'post',
    path: '/v1/invoices/{id}/issue',
    tag,
    summary: 'Issue an invoice',
    description:
      'Assigns the legal entity’s next invoice number of the year, without gaps, and a due date according to the payer’s terms. An issued invoice never changes; to correct it, issue a credit note.',
    permission: 'invoices:write',
    params,
    query: DryRun,
    status: 200,
    response: IssuedInvoice,
    errors: [...TRANSITION_ERRORS, 'order_not_invoiceable'],
    events: ['invoice.issued', 'invoice.updated'],
    run: (ctx, { params, query, version }) =>
      issueInvoice(ctx, { ...params, version, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'discardInvoice',
    method: 'post',
    path: '/v1/invoices/{id}/discard',
    tag,
    summary: 'Discard a draft invoice',
    description:
      'A draft has no invoice number, so discarding it leaves no gap. Its orders can be invoiced again.',
    permission: 'invoices:write',
    params,
    status: 200,
    response: Invoice,
    example: { status: 'DISCARDED', number: null, issuedOn: null, dueOn: null },
    errors: TRANSITION_ERRORS,
    events: ['invoice.updated'],
    run: (ctx, { params, version }) => discardInvoice(ctx, { ...params, version }),
  }),
  operation({
    id: 'creditInvoice',
    method: 'post',
    path: '/v1/invoices/{id}/credit',
    tag,
    summary: 'Credit an invoice',
    description:
      'Issues and returns a credit note for the invoice, or for some of its orders. The orders do not change: you can cancel, refund or invoice them again.',
    permission: 'invoices:write',
    params,
    body: CreditInvoice,
    status: 201,
    response: Invoice,
    example: { kind: 'CREDIT_NOTE', dueOn: null, amountDue: 0 },
    errors: [...CHANGE_ERRORS, 'invalid_reference', 'invoice_not_issued', 'nothing_to_credit'],
    events: ['invoice.credited', 'dunning.stopped', 'invoice.created'],
    run: (ctx, { params, body, version }) => creditInvoice(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'exportInvoicePdf',
    method: 'get',
    path: '/v1/invoices/{id}/invoice.pdf',
    tag,
    summary: 'Export an invoice as PDF',
    description:
      'Returns a PDF/A-3 file. If there is an EN 16931 e-invoice (Factur-X, ZUGFeRD), it is embedded. Every export returns the same bytes.',
    permission: 'invoices:read',
    params,
    status: 200,
    response: file,
    produces: 'application/pdf',
    headers: { 'Content-Disposition': 'attachment; filename="{id}.pdf"' },
    errors: ['not_found', 'invoice_not_issued'],
    run: (ctx, { params }) => exportInvoicePdf(ctx, params),
  }),
  operation({
    id: 'exportEInvoice',
    method: 'get',
    path: '/v1/invoices/{id}/e-invoice.xml',
    tag,
    summary: 'Export an e-invoice',
    description: 'Returns the Cross Industry Invoice (EN 16931) that is embedded in the PDF.',
    permission: 'invoices:read',
    params,
    status: 200,
    response: file,
    produces: 'application/xml',
    headers: { 'Content-Disposition': 'attachment; filename="{id}.xml"' },
    errors: ['not_found', 'invoice_not_issued', 'e_invoice_incomplete'],
    run: (ctx, { params }) => exportEInvoice(ctx, params),
  }),
]
