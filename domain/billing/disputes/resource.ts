import { defineResource } from '#vocabulary/resource.ts'
import { via, type Condition } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { CLAIMS, deidentified, ofChild, ofClient } from '#vocabulary/person-table.ts'

const payment = (whose: Condition) =>
  via('payment_id', 'payments', via('order_id', 'orders', whose))

export const disputes = defineResource({
  permissions: {
    disputes: {
      about: 'payments that payers have their banks ask back',
      roles: { read: ['SCHEDULER', 'READ_ONLY'], write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { payments: ['read', 'write'] },
    },
  },
  records: {
    dispute: {
      prefix: 'dsp',
      table: 'disputes',
      audit: [
        'paymentId',
        'status',
        'isInquiry',
        'amountMinor',
        'currency',
        'withheldMinor',
        'feeMinor',
        'feeCurrency',
        'gatewayReference',
        'dueAt',
        'closedAt',
      ],
    },
  },
  tables: {
    disputes: {
      child: of(payment(ofChild), deidentified),
      client: of(payment(ofClient), deidentified),
      nonPersonalColumns: ['status', 'reason', 'gateway_reference'],
      notFrozen: CLAIMS,
    },
  },
})
