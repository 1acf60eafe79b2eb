import { defineWaiting } from '#platform/core/records/define-waiting.ts'

/** A payout of credit that the gateway refused, and that nobody has repeated. */
export const creditPayoutFailed = defineWaiting({
  kind: 'CREDIT_PAYOUT_FAILED',
  subject: 'creditPayout',
  reads: 'credits:read',
  actions: [
    {
      operation: 'createCreditPayout',
      path: '/v1/credit-balances/{id}/payouts',
      needs: 'credits:write',
    },
  ],
  rows: {
    from: 'credit_payouts r',
    where: `r.status = 'FAILED' AND NOT EXISTS (SELECT FROM credit_payouts o WHERE o.tenant_id = r.tenant_id
      AND o.balance_id = r.balance_id AND o.created_at > r.created_at)`,
    since: 'COALESCE(r.settled_at, r.updated_at)',
    params: { id: 'r.balance_id' },
  },
})
