import { PRICES } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { via, type Condition } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { CLAIMS, ofChild, ofClient, deidentified } from '#vocabulary/person-table.ts'

const order = (whose: Condition) => via('order_id', 'orders', whose)

export const orders = defineResource({
  permissions: {
    orders: {
      about: 'orders and their lines',
      withoutFreshProof: PRICES,
      roles: { read: ['SCHEDULER', 'READ_ONLY'], write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { payments: ['read', 'write'] },
    },
  },
  records: {
    order: {
      prefix: 'ord',
      table: 'orders',
      announced: {
        events: ['created', 'updated'],
        optionalIds: ['childId', 'clientId', 'payerId', 'appointmentId'],
        example: 'status',
      },
      audit: [
        'childId',
        'clientId',
        'payerId',
        'appointmentId',
        'discountCodeId',
        'purpose',
        'status',
        'amountMinor',
        'discountMinor',
        'taxMinor',
        'capturedMinor',
        'prepaidTerms',
        'currency',
      ],
    },
    orderLine: { prefix: 'orl', table: 'order_lines' },
  },
  tables: {
    orders: {
      child: of(ofChild, deidentified),
      client: of(ofClient, deidentified),
      nonPersonalColumns: ['purpose', 'status', 'prepaid_terms'],
      movesWithChild: true,
      notFrozen: CLAIMS,
    },
    order_lines: {
      child: of(order(ofChild), empty('FINANCIAL', 'description')),
      nonPersonalColumns: ['kind', 'discount', 'tax_exemption', 'package'],
      client: of(order(ofClient), empty('FINANCIAL', 'description')),
      notFrozen: CLAIMS,
    },
  },
  constraints: {
    orders_appointment: {
      code: 'already_exists',
      path: 'appointmentId',
      message: 'The appointment already has an order.',
    },
    orders_chargeable: {
      code: 'appointment_not_chargeable',
      message: 'The appointment was cancelled or did not take place, so it cannot be charged.',
    },
  },
})
