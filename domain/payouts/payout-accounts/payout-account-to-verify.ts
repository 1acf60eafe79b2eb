import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A payout account that another person must verify. */
export const payoutAccountToVerify = defineWaiting({
  kind: 'PAYOUT_ACCOUNT_TO_VERIFY',
  subject: 'payoutAccount',
  reads: 'payout-accounts:read',
  actions: [
    {
      operation: 'verifyPayoutAccount',
      path: '/v1/payout-accounts/{id}/verify',
      needs: 'payout-accounts:write',
      second: { isPerson: true, alone: {} },
    },
    {
      operation: 'rejectPayoutAccount',
      path: '/v1/payout-accounts/{id}/reject',
      needs: 'payout-accounts:write',
      second: { isPerson: true, alone: {} },
    },
    {
      operation: 'withdrawPayoutAccount',
      path: '/v1/payout-accounts/{id}/withdraw',
      needs: 'payout-accounts:write',
    },
  ],
  rows: {
    from: 'payout_accounts r',
    joins: 'LEFT JOIN providers p ON p.tenant_id = r.tenant_id AND p.id = r.provider_id',
    where: `r.status = 'PENDING'`,
    since: 'r.created_at',
    name: 'p.name',
    first: 'ARRAY[r.requested_by, r.provider_id]',
  },
})
