import { via } from '#vocabulary/condition.ts'
import { empty, of } from '#vocabulary/erasing.ts'
import { CLAIMS, deidentified, ofClient } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

const ofHolder = via('balance_id', 'credit_balances', ofClient)

export const credits = defineResource({
  permissions: {
    credits: {
      about: 'credit balances of clients and payers, and payouts from them',
      centreOnly: ['read', 'write'],
      withoutFreshProof: 'money comes in; the operation that pays it out asks for a proof',
      roles: { read: ['SCHEDULER', 'READ_ONLY'], write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { payments: ['read', 'write'] },
    },
  },
  records: {
    creditBalance: {
      prefix: 'crb',
      table: 'credit_balances',
      audit: ['clientId', 'payerId', 'currency', 'balanceMinor'],
    },
    creditPayout: {
      prefix: 'cpo',
      table: 'credit_payouts',
      audit: [
        'balanceId',
        'status',
        'amountMinor',
        'currency',
        'gateway',
        'method',
        'gatewayReference',
        'failureCode',
        'settledAt',
      ],
    },
    creditMovement: { prefix: 'crm', table: 'credit_movements' },
  },
  tables: {
    credit_balances: { client: of(ofClient, deidentified), notFrozen: CLAIMS },
    credit_payouts: {
      client: of(ofHolder, empty('FINANCIAL', 'destination', 'reason', 'gateway_reference')),
      nonPersonalColumns: ['status', 'gateway', 'method', 'failure_code'],
      notFrozen: CLAIMS,
    },
    credit_movements: {
      client: of(ofHolder, empty('FINANCIAL', 'reference')),
      nonPersonalColumns: ['kind', 'method'],
      notFrozen: CLAIMS,
    },
  },
})
