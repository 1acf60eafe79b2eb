import { PRICES } from '#vocabulary/fresh-proof.ts'
import type { Condition } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { CLAIMS, deidentified, ofChild, ofClient } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const emptied = empty('FINANCIAL', 'buyer', 'lines', 'reason', 'note')
const LINKS = 'ids of orders and invoices'

/** Invoices with orders of the child. */
const ofChildsOrders: Condition = (row) =>
  `EXISTS (SELECT FROM invoice_orders l JOIN orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
   WHERE l.tenant_id = ${row}.tenant_id AND ${row}.id IN (l.invoice_id, l.credited_by) AND ${ofChild('o')})`

export const invoices = defineResource({
  permissions: {
    invoices: {
      about: 'invoices and credit notes',
      centreOnly: ['read', 'write'],
      withoutFreshProof: PRICES,
      roles: {
        read: ['ADMINISTRATOR', 'BILLER', 'AUDITOR'],
        write: ['ADMINISTRATOR', 'BILLER'],
      },
      scopes: { payments: ['read', 'write'] },
    },
  },
  records: {
    invoice: {
      prefix: 'inv',
      table: 'invoices',
      announced: {
        events: ['created', 'updated'],
        ids: ['payerId'],
        optionalIds: ['clientId'],
        example: 'status',
      },
      audit: [
        'kind',
        'status',
        'legalEntityId',
        'payerId',
        'clientId',
        'creditsId',
        'currency',
        'netMinor',
        'taxMinor',
        'roundingMinor',
        'amountMinor',
        'year',
        'sequence',
        'number',
        'issuedOn',
        'dueOn',
        'dryRun',
      ],
    },
  },
  tables: {
    invoice_counters: { withoutPersonalData: 'numbers of invoices' },
    invoices: {
      child: of(ofChildsOrders, emptied),
      client: of(ofClient, emptied, deidentified),
      nonPersonalColumns: ['kind', 'status', 'seller', 'number'],
      notFrozen: CLAIMS,
      derived: {
        columns: ['lines', 'seller', 'buyer'],
        from: 'the order, the payer and the legal entity, as of the issue',
        takes: [],
        because: 'is a document in its own right',
      },
    },
    invoice_orders: { withoutPersonalData: LINKS },
  },
  constraints: {
    invoice_orders_once: {
      code: 'order_invoiced',
      path: 'orderIds',
      message: 'An order is already on another invoice. Credit or discard that invoice first.',
    },
  },
})
