import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const payoutAccounts = defineResource({
  permissions: {
    'payout-accounts': {
      about: 'where providers’ shares are paid, and who verified the account',
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { marketplace: ['read', 'write'] },
    },
  },
  records: {
    payoutAccount: {
      prefix: 'poa',
      table: 'payout_accounts',
      announced: {
        as: 'payout_account',
        events: ['created', 'updated'],
        ids: ['providerId'],
        example: 'status',
      },
      audit: [
        'providerId',
        'status',
        'kind',
        'country',
        'numberHint',
        'requestedBy',
        'decidedBy',
        'decidedAt',
        'approvedAlone',
        'payableAt',
      ],
    },
  },
  tables: { payout_accounts: { withoutPersonalData: STAFF } },
  constraints: {
    payout_accounts_pending: {
      code: 'already_exists',
      message:
        'Another account of this provider is awaiting verification. Verify, reject or withdraw that account first.',
    },
  },
})
