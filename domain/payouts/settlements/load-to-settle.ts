import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Split } from '../split-terms/split.ts'
import type { Delivery } from './shared-from.ts'

/** Which payments are considered: those of a provider and a currency, in a period or by id. */
export interface Wanted {
  providerId: string
  currency: string
  startsOn: string | null
  endsOn: string | null
  paymentIds: readonly string[] | null
  timeZone: string
}

/** A refund, a lost dispute, or a refund that bounced after its reversal. */
export interface Return {
  refundId: string | null
  disputeId: string | null
  amountMinor: number
  /** The reversal of the refund that bounced; null for refunds and losses. */
  restores: Split | null
}

/** A payment to settle, or a settled payment with a refund to reverse or restore. */
export interface CandidateRow extends Delivery {
  id: string
  orderId: string
  amountMinor: number
  /** The amount that refunds and lost disputes have returned. */
  returnedMinor: number
  serviceId: string | null
  /** The day of the capture at the centre. */
  paidOn: string
  /** For a settled payment: its terms, and the remaining share of each party. */
  termsId: string | null
  held: Split | null
  /** The amount settled for its order so far, minus reversals. */
  settledOfOrder: number
  returns: Return[]
}

/** The maximum number of payments; for more, a shorter period is needed. */
export const MOST_PAYMENTS = 2_000

/** The maximum number of payments that are looked at, including those that wait. */
export const MOST_CANDIDATES = 20_000

/**
 * Payments that are not settled, and settled ones with refunds or bounces that are not processed yet. Oldest
 * first. For a period these are the payments captured until its end that may belong to it: those captured in it,
 * those whose visit or refunds changed since its start, and those that wait.
 */
export const loadToSettle = (tx: Transaction, wanted: Wanted): Promise<CandidateRow[]> =>
  tx.sql<CandidateRow>(CANDIDATES, [
    tx.tenantId,
    wanted.providerId,
    wanted.currency,
    wanted.startsOn,
    wanted.endsOn,
    wanted.paymentIds,
    wanted.timeZone,
    MOST_CANDIDATES + 1,
  ])

const CANDIDATES = `
  WITH settled AS (
    SELECT l.payment_id, min(l.terms_id) AS terms_id, jsonb_build_object('platform', sum(l.platform_minor),
      'provider', sum(l.provider_minor), 'centre', sum(l.centre_minor)) AS held
    FROM settlement_lines l JOIN settlements s ON s.tenant_id = l.tenant_id AND s.id = l.settlement_id
    WHERE l.tenant_id = $1 AND s.provider_id = $2 AND s.currency = $3 AND l.counts
    GROUP BY l.payment_id
  ), fresh AS (
    SELECT p.id FROM appointments a
      JOIN orders o ON o.tenant_id = a.tenant_id AND o.appointment_id = a.id
      JOIN payments p ON p.tenant_id = o.tenant_id AND p.order_id = o.id
    WHERE a.tenant_id = $1 AND a.provider_id = $2 AND p.status = 'SUCCEEDED' AND p.disputed_minor = 0 AND p.currency = $3
      AND CASE WHEN $6::text[] IS NOT NULL THEN p.id = ANY ($6::text[])
        ELSE p.settled_at < therapy.instant_of($5::date + 1, $7) AND (p.settled_at >= therapy.instant_of($4::date, $7)
          OR a.status_changed_at >= therapy.instant_of($4::date, $7)
          OR o.purpose = 'SERVICE' AND NOT (a.status = 'COMPLETED' OR a.status = 'NO_SHOW' AND a.absent_party = 'CLIENT')) END
      -- One by one, by the index: with outdated statistics all lines would be read.
      AND (SELECT l.id FROM settlement_lines l WHERE l.tenant_id = p.tenant_id AND l.payment_id = p.id AND l.refund_id IS NULL
        AND l.dispute_id IS NULL AND l.counts) IS NULL
  ), known AS (
    SELECT id AS payment_id FROM fresh UNION ALL SELECT payment_id FROM settled
  ), open_returns AS (
    SELECT r.payment_id, jsonb_agg(jsonb_build_object('refundId', r.refund_id, 'disputeId', r.dispute_id,
      'amountMinor', r.amount_minor, 'restores', r.restores) ORDER BY r.at, r.refund_id, r.dispute_id) AS returns
    FROM (
      SELECT r.payment_id, r.id AS refund_id, NULL AS dispute_id, r.amount_minor, NULL::jsonb AS restores, r.settled_at AS at
      FROM known k JOIN refunds r ON r.tenant_id = $1 AND r.payment_id = k.payment_id
      WHERE r.status = 'SUCCEEDED' AND NOT EXISTS (SELECT FROM settlement_lines l
        WHERE l.tenant_id = r.tenant_id AND l.refund_id = r.id AND l.counts)
      UNION ALL
      SELECT d.payment_id, NULL, d.id, d.withheld_minor, NULL, d.closed_at
      FROM known k JOIN disputes d ON d.tenant_id = $1 AND d.payment_id = k.payment_id
      WHERE d.status = 'LOST' AND d.withheld_minor > 0
        AND NOT EXISTS (SELECT FROM settlement_lines l
          WHERE l.tenant_id = d.tenant_id AND l.dispute_id = d.id AND l.counts)
      UNION ALL
      SELECT back.payment_id, r.id, NULL, r.amount_minor, jsonb_build_object('platform', -back.platform_minor,
        'provider', -back.provider_minor, 'centre', -back.centre_minor), r.settled_at
      FROM settled k JOIN settlement_lines back ON back.tenant_id = $1 AND back.payment_id = k.payment_id
        JOIN refunds r ON r.tenant_id = $1 AND r.id = back.refund_id
      WHERE back.counts AND back.gross_minor < 0 AND r.status = 'FAILED' AND NOT EXISTS (SELECT FROM settlement_lines l
        WHERE l.tenant_id = $1 AND l.refund_id = r.id AND l.gross_minor > 0 AND l.counts)
    ) r
    GROUP BY r.payment_id
  ), wanted AS (
    SELECT id FROM fresh UNION ALL SELECT s.payment_id FROM settled s JOIN open_returns r USING (payment_id)
  )
  SELECT p.id, p.order_id AS "orderId", p.amount_minor AS "amountMinor", a.service_id AS "serviceId",
    therapy.local_time(p.settled_at, $7)::date::text AS "paidOn", s.terms_id AS "termsId", s.held,
    p.settled_at AS "capturedAt", o.purpose, a.status::text, a.absent_party::text AS "absentParty",
    a.status_changed_at AS "statusChangedAt", coalesce(back.minor, 0)::float8 + p.charged_back_minor AS "returnedMinor",
    CASE WHEN a.fee ->> 'decision' = 'PREPAID' AND a.fee ->> 'currency' = o.currency THEN coalesce((a.fee ->> 'amount')::float8, 0)
      ELSE 0 END AS "keptMinor",
    whole.left_minor::float8 AS "leftOfOrder", whole.last_return AS "lastReturnAt",
    coalesce((SELECT sum(l.gross_minor) FROM payments q
      -- OFFSET 0: by the index, for the few payments of an order.
      CROSS JOIN LATERAL (SELECT l.gross_minor FROM settlement_lines l
        WHERE l.tenant_id = q.tenant_id AND l.payment_id = q.id AND l.counts OFFSET 0) l
      WHERE q.tenant_id = $1 AND q.order_id = p.order_id), 0)::float8 AS "settledOfOrder",
    coalesce(r.returns, '[]') AS returns
  FROM wanted w
    JOIN payments p ON p.tenant_id = $1 AND p.id = w.id
    JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id
    JOIN appointments a ON a.tenant_id = o.tenant_id AND a.id = o.appointment_id
    LEFT JOIN settled s ON s.payment_id = p.id
    LEFT JOIN open_returns r ON r.payment_id = p.id
    LEFT JOIN LATERAL (SELECT sum(f.amount_minor) AS minor FROM refunds f
      WHERE f.tenant_id = $1 AND f.payment_id = p.id AND f.status = 'SUCCEEDED') back ON true
    LEFT JOIN LATERAL (
      SELECT sum(q.amount_minor - q.charged_back_minor - coalesce(f.minor, 0)) AS left_minor, max(f.at) AS last_return
      FROM payments q LEFT JOIN LATERAL (SELECT sum(g.amount_minor) AS minor, max(g.settled_at) AS at FROM refunds g
        WHERE g.tenant_id = $1 AND g.payment_id = q.id AND g.status = 'SUCCEEDED') f ON true
      WHERE q.tenant_id = $1 AND q.order_id = p.order_id AND q.status = 'SUCCEEDED'
    ) whole ON true
  ORDER BY p.settled_at, p.id LIMIT $8::int`
