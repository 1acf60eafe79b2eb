import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const paymentAccounts = defineResource({
  permissions: {
    'payment-accounts': {
      about: 'the account at a payment gateway that the centre is paid by, and its keys',
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { read: ['AUDITOR', 'BILLER'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    paymentAccount: {
      prefix: 'pac',
      table: 'payment_accounts',
      audit: [
        'kind',
        'isLive',
        'gatewayAccountId',
        'publishableKey',
        'secretKeyHint',
        'archivedAt',
        'call.*',
      ],
    },
  },
  tables: {
    payment_accounts: { withoutPersonalData: CENTRE },
  },
  constraints: {
    payment_accounts_active: {
      code: 'already_exists',
      message: 'The centre has a payment account. Archive it first: new payments go through one.',
    },
  },
})
