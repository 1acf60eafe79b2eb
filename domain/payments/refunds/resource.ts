import { defineResource } from '#vocabulary/resource.ts'
import { via, type Condition } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { CLAIMS, ofChild, ofClient } from '#vocabulary/person-table.ts'

const payment = (whose: Condition) =>
  via('payment_id', 'payments', via('order_id', 'orders', whose))
const emptied = empty('FINANCIAL', 'gateway_reference', 'reason')

export const refunds = defineResource({
  permissions: {
    refunds: {
      about: 'refunds of payments',
      withoutFreshProof: 'money is returned to the payer in the way it was paid',
      roles: { read: ['SCHEDULER', 'READ_ONLY'], write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { payments: ['read', 'write'] },
    },
  },
  records: {
    refund: {
      prefix: 'rfd',
      table: 'refunds',
      audit: [
        'paymentId',
        'status',
        'amountMinor',
        'currency',
        'method',
        'gatewayReference',
        'failureCode',
        'settledAt',
      ],
    },
  },
  tables: {
    refunds: {
      child: of(payment(ofChild), emptied),
      client: of(payment(ofClient), emptied),
      nonPersonalColumns: ['status', 'method', 'failure_code'],
      notFrozen: CLAIMS,
    },
  },
})
