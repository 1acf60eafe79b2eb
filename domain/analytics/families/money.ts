import { atPlace, dayAt, defineFamily, inMoments, isInMoments } from './family.ts'
import { wordsOf } from './words-of.ts'

/** Groups money by order. `from` provides the record `x` and its order `o`. */
const moneyOf = (instant: string, amount: string, from: string) => `
  ${inMoments(
    `x.id, x.currency, ${amount} AS amount, ${instant} AS at, a.provider_id, a.service_id, a.type::text AS type, o.payer_id,
     ${wordsOf('k.funding_program', 'k.id')} AS funding_program, coalesce(a.location_id, '') AS place`,
    `${from}
     LEFT JOIN appointments a ON a.tenant_id = $1 AND a.id = o.appointment_id
     LEFT JOIN children k ON k.tenant_id = $1 AND k.id = o.child_id`,
  )}
  ${atPlace}`

const GROUPS = `
  s.location_id, ${dayAt('r.at')} AS counted_on, r.id AS record_id, r.currency::text AS currency,
  coalesce(r.provider_id, '') AS provider_id, coalesce(r.service_id, '') AS service_id, coalesce(r.type, '') AS type,
  coalesce(r.payer_id, '') AS payer, r.funding_program`

/** Excludes movements of credit, which stay within the centre. */
const ofMoney = (payment: string) => `${payment}.gateway <> 'credit'`

/**
 * An order's income, as in the ledger: its amount without tax. For a cancelled order, it is the retained amount
 * without its tax (domain/receivables/ledger/tax-of-refund.ts, `taxCaptured`).
 */
const INCOME = `CASE
    WHEN x.status <> 'CANCELLED' THEN x.amount_minor - x.tax_minor
    WHEN x.tax_minor = 0 THEN x.captured_minor
    ELSE x.captured_minor - div(2 * x.captured_minor::numeric * x.tax_minor + x.amount_minor, 2 * x.amount_minor)::bigint END`

/**
 * Orders, payments and refunds by currency, at the location of their appointment. Records without an
 * appointment have no location and use the centre's time zone.
 */
export const money = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'PAYER', 'FUNDING_PROGRAM'],
  measures: ['orders', 'revenue', 'payments', 'received', 'refunds', 'refunded'],
  kept: true,
  bounds: `
    SELECT least((SELECT min(created_at) FROM orders WHERE tenant_id = $1),
        (SELECT min(settled_at) FROM payments WHERE tenant_id = $1 AND status = 'SUCCEEDED'),
        (SELECT min(settled_at) FROM refunds WHERE tenant_id = $1 AND status = 'SUCCEEDED')) AS first,
      greatest((SELECT max(created_at) FROM orders WHERE tenant_id = $1),
        (SELECT max(settled_at) FROM payments WHERE tenant_id = $1 AND status = 'SUCCEEDED'),
        (SELECT max(settled_at) FROM refunds WHERE tenant_id = $1 AND status = 'SUCCEEDED')) AS last`,
  facts: `
    SELECT ${GROUPS}, 1 AS orders, r.amount AS revenue, 0 AS payments, 0 AS received, 0 AS refunds, 0 AS refunded
    FROM ${moneyOf(
      'x.created_at',
      INCOME,
      `JOIN orders x ON x.tenant_id = $1 AND ${isInMoments('x.created_at')} 
         AND (x.status <> 'CANCELLED' OR x.captured_minor > 0)
       CROSS JOIN LATERAL (SELECT x.appointment_id, x.child_id, x.payer_id) o`,
    )}
    UNION ALL
    SELECT ${GROUPS}, 0, 0, 1, r.amount, 0, 0
    FROM ${moneyOf(
      'x.settled_at',
      'x.amount_minor',
      `JOIN payments x ON x.tenant_id = $1 AND x.status = 'SUCCEEDED' AND ${ofMoney('x')} AND ${isInMoments('x.settled_at')}
       JOIN orders o ON o.tenant_id = $1 AND o.id = x.order_id`,
    )}
    UNION ALL
    SELECT ${GROUPS}, 0, 0, 0, 0, 1, r.amount
    FROM ${moneyOf(
      'x.settled_at',
      'x.amount_minor',
      `JOIN refunds x ON x.tenant_id = $1 AND x.status = 'SUCCEEDED' AND x.method <> 'CREDIT' AND ${isInMoments('x.settled_at')}
       JOIN payments b ON b.tenant_id = $1 AND b.id = x.payment_id AND ${ofMoney('b')}
       JOIN orders o ON o.tenant_id = $1 AND o.id = b.order_id`,
    )}`,
})
