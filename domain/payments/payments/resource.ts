import { PRICES } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { via, type Condition } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { CLAIMS, ofChild, ofClient } from '#vocabulary/person-table.ts'

const order = (whose: Condition) => via('order_id', 'orders', whose)

const emptied = empty(
  'FINANCIAL',
  'gateway_reference',
  'payment_method_id',
  'return_url',
  'next_action_url',
)

export const payments = defineResource({
  permissions: {
    payments: {
      about: 'payments of orders',
      withoutFreshProof: PRICES,
      roles: { read: ['SCHEDULER', 'READ_ONLY'], write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { payments: ['read', 'write'] },
    },
  },
  records: {
    payment: {
      prefix: 'pay',
      table: 'payments',
      audit: [
        'orderId',
        'capturedWithId',
        'status',
        'amountMinor',
        'currency',
        'gateway',
        'accountId',
        'paymentMethodType',
        'paymentMethodId',
        'gatewayReference',
        'failureCode',
        'settledAt',
        'refundedMinor',
        'disputedMinor',
        'chargedBackMinor',
      ],
    },
  },
  tables: {
    payments: {
      child: of(order(ofChild), emptied),
      client: of(order(ofClient), emptied),
      nonPersonalColumns: ['status', 'gateway', 'payment_method_type', 'failure_code'],
      notFrozen: CLAIMS,
    },
  },
})
