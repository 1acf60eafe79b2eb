import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A draft of an invoice. */
export const invoiceToIssue = defineWaiting({
  kind: 'INVOICE_TO_ISSUE',
  subject: 'invoice',
  reads: 'invoices:read',
  actions: [
    { operation: 'issueInvoice', path: '/v1/invoices/{id}/issue', needs: 'invoices:write' },
    { operation: 'discardInvoice', path: '/v1/invoices/{id}/discard', needs: 'invoices:write' },
  ],
  rows: {
    from: 'invoices r',
    joins: 'LEFT JOIN payers p ON p.tenant_id = r.tenant_id AND p.id = r.payer_id',
    where: `r.status = 'DRAFT'`,
    since: 'r.created_at',
    name: 'p.name',
  },
})
