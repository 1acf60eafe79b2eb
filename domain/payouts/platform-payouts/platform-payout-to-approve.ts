import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A payout of the platform's share that another person must approve. */
export const platformPayoutToApprove = defineWaiting({
  kind: 'PLATFORM_PAYOUT_TO_APPROVE',
  subject: 'platformPayout',
  reads: 'settlements:read',
  actions: [
    {
      operation: 'approvePlatformPayout',
      path: '/v1/marketplace/platform-payouts/{id}/approve',
      needs: 'settlements:write',
      second: { isPerson: true, alone: {} },
    },
    {
      operation: 'cancelPlatformPayout',
      path: '/v1/marketplace/platform-payouts/{id}/cancel',
      needs: 'settlements:write',
    },
  ],
  rows: {
    from: 'platform_payouts r',
    where: `r.status = 'DRAFT'`,
    since: 'r.created_at',
    first: 'ARRAY[r.requested_by]',
  },
})
