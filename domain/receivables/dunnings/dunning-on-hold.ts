import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** Dunning that a person has paused without an end. */
export const dunningOnHold = defineWaiting({
  kind: 'DUNNING_ON_HOLD',
  subject: 'dunning',
  reads: 'invoices:read',
  actions: [
    { operation: 'resumeDunning', path: '/v1/dunnings/{id}/resume', needs: 'invoices:write' },
  ],
  rows: {
    from: 'dunnings r',
    joins: 'JOIN invoices i ON i.tenant_id = r.tenant_id AND i.id = r.invoice_id',
    where: `r.status = 'HELD' AND r.resumes_on IS NULL`,
    since: 'r.updated_at',
    name: 'i.number',
  },
})
