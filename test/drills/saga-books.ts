import type { Centre } from './centre.ts'
import type { DrillRun } from './drill.ts'

/** Every refund and payout at Stripe is recorded exactly once. */
export const compareWithStripe = async ({ site, holds, count }: DrillRun, { tenantId }: Centre) => {
  const [row] = await site.query<Sums>(SUMS, [tenantId])
  const back = site.stripe.refunded()
  holds('given back is what Stripe gave back', row!.refunded === back, [row, back])
  holds('all that was paid is back', row!.captured === row!.refunded, row)
  const moved = [site.stripe.transferred(), site.stripe.paidOut()]
  const isSettled = moved.every((it) => it === row!.settledMinor)
  holds('what Stripe moved to providers is what was settled', isSettled, [row, moved])
  count('given back at Stripe', back)
  count('moved to providers at Stripe', row!.settledMinor)
}

export const checkBooks = async ({ site, holds, count }: DrillRun, { tenantId }: Centre) => {
  const [row] = await site.query<Sums>(SUMS, [tenantId])
  const { captured, refunded, credited, creditPaid, settledMinor, clearing, total } = row!
  holds('the ledger is balanced', total === 0, row)
  const left = captured - refunded - creditPaid - settledMinor
  holds('the clearing account has what came and did not go', clearing === left, row)
  holds('no credit is left', credited === creditPaid && row!.creditLeft === 0, row)
  holds('each result was told once', row!.doubled === 0, row)
  holds('each cancellation is through, and asks nobody', row!.unfinished === 0, row)
  count('sagas', row!.sagas)
}

interface Sums {
  captured: number
  refunded: number
  credited: number
  creditPaid: number
  creditLeft: number
  settledMinor: number
  clearing: number
  total: number
  doubled: number
  sagas: number
  unfinished: number
}

const sumOf = (table: string, where: string) =>
  `(SELECT coalesce(sum(amount_minor), 0)::int FROM ${table} WHERE tenant_id = $1 AND ${where})`

const SUMS = `
  SELECT ${sumOf('payments', `status = 'SUCCEEDED'`)} AS captured,
    ${sumOf('refunds', `status = 'SUCCEEDED' AND method = 'ORIGINAL'`)} AS refunded,
    ${sumOf('refunds', `status = 'SUCCEEDED' AND method = 'CREDIT'`)} AS credited,
    ${sumOf('credit_payouts', `status = 'SUCCEEDED'`)} AS "creditPaid",
    (SELECT coalesce(sum(balance_minor), 0)::int FROM credit_balances WHERE tenant_id = $1) AS "creditLeft",
    (SELECT coalesce(sum(payout_minor), 0)::int FROM settlements WHERE tenant_id = $1
      AND status IN ('PAID', 'PARTIALLY_REVERSED', 'REVERSED')) AS "settledMinor",
    (SELECT coalesce(sum(e.amount_minor), 0)::int FROM ledger_entries e JOIN ledger_accounts a ON a.tenant_id = e.tenant_id AND a.id = e.account_id
      WHERE e.tenant_id = $1 AND a.kind = 'GATEWAY_CLEARING') AS clearing,
    ${sumOf('ledger_entries', 'true')} AS total,
    (SELECT count(*)::int FROM (SELECT FROM outbox WHERE tenant_id = $1 AND kind = 'event'
      AND type IN ('payment.succeeded', 'payment.refunded', 'settlement.paid', 'settlement.failed', 'credit.paid_out')
      GROUP BY type, subject_id, payload ->> 'payoutId' HAVING count(*) > 1) AS twice) AS doubled,
    (SELECT count(*)::int FROM follow_ups WHERE tenant_id = $1 AND kind = 'appointmentCancellation') AS sagas,
    (SELECT count(*)::int FROM follow_ups f WHERE f.tenant_id = $1 AND f.kind = 'appointmentCancellation' AND (f.status <> 'COMPLETED'
      OR EXISTS (SELECT FROM follow_up_steps s WHERE s.tenant_id = f.tenant_id AND s.follow_up_id = f.id AND s.action_required IS NOT NULL)))
      AS unfinished`
