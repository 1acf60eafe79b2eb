import { defineResource } from '#vocabulary/resource.ts'
import { via, type Condition } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { CLAIMS, ofChild, ofClient } from '#vocabulary/person-table.ts'

const payment = (whose: Condition) =>
  via('payment_id', 'payments', via('order_id', 'orders', whose))
const emptied = empty('FINANCIAL', 'evidence')

export const disputes = defineResource({
  permissions: {
    disputes: {
      about: 'payments that payers dispute with their banks',
      withoutFreshProof: 'answers the payer’s bank, which already has the money',
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
        'response',
        'respondedAt',
        'submittedAt',
        'refusalCode',
        'closedAt',
      ],
    },
  },
  tables: {
    disputes: {
      child: of(payment(ofChild), emptied),
      client: of(payment(ofClient), emptied),
      nonPersonalColumns: ['status', 'reason', 'gateway_reference', 'response', 'refusal_code'],
      notFrozen: CLAIMS,
    },
  },
})
