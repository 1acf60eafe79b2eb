import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const paymentAccounts = defineResource({
  permissions: {
    'payment-accounts': {
      about: 'the centre’s account at a payment gateway, and its keys',
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
      message: 'The centre already has an active payment account. Archive that account first.',
    },
  },
})
