import type { Invoice } from '#prisma/generated/client.ts'
import { announcing, defineMoves } from '#platform/core/records/moves.ts'
import { dateText } from '#platform/core/time/time.ts'
import { invoiceEvents, invoiceFacts } from './events.ts'
import { InvoiceStatus } from './rules.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { invoiceToIssue } from './invoice-to-issue.ts'

export const invoiceMoves = defineMoves<Invoice>()({
  noun: 'An invoice',
  subject: 'invoice',
  states: InvoiceStatus,
  initial: ['DRAFT'],
  waits: {
    DRAFT: invoiceToIssue,
    ISSUED: { followUp: 'invoiceDunning' },
    DISCARDED: ENDED,
  },
  moves: {
    issue: {
      from: ['DRAFT'],
      to: 'ISSUED',
      event: announcing(invoiceEvents['invoice.issued'], (row) => ({
        ...invoiceFacts(row),
        dueOn: dateText(row.dueOn!),
      })),
    },
    discard: { from: ['DRAFT'], to: 'DISCARDED' },
  },
})
