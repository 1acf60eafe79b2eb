import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const settlements = defineResource({
  permissions: {
    settlements: {
      about: 'settlements: the shares of providers and the platform in family payments',
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR', 'BILLER'] },
      scopes: { marketplace: ['read', 'write'] },
    },
  },
  records: {
    settlement: {
      prefix: 'stl',
      table: 'settlements',
      audit: [
        'providerId',
        'status',
        'currency',
        'startsOn',
        'endsOn',
        'grossMinor',
        'providerMinor',
        'platformMinor',
        'centreMinor',
        'carriedInMinor',
        'withheldMinor',
        'releasedMinor',
        'payoutMinor',
        'carriedOutMinor',
        'waitingMinor',
        'waitingPayments',
        'payoutAccountId',
        'paymentAccountId',
        'platformPayoutId',
        'requestedBy',
        'approvedBy',
        'approvedAt',
        'approvedAlone',
        'transferReference',
        'payoutReference',
        'failureCode',
        'settledAt',
      ],
    },
    settlementLine: { prefix: 'sll', table: 'settlement_lines' },
  },
  tables: {
    settlements: { withoutPersonalData: CENTRE },
    settlement_lines: {
      withoutPersonalData: 'amounts, with ids of the payments that say whose they are',
    },
  },
  constraints: {
    settlements_running: {
      code: 'settlement_in_progress',
      message:
        'This provider has an open settlement in this currency. Approve or cancel it first, or wait for its payout.',
    },
    settlement_lines_payment: {
      code: 'payment_already_settled',
      message: 'A payment is already in another settlement. Preview this settlement again.',
    },
    settlement_lines_dispute: {
      code: 'payment_already_settled',
      message: 'A dispute is already in another settlement. Preview this settlement again.',
    },
    settlement_lines_refund: {
      code: 'payment_already_settled',
      message: 'A refund is already in another settlement. Preview this settlement again.',
    },
  },
})
