import { dayAt, defineFamily, isInMoments, spanAt } from './family.ts'

/** What an order says that its money is grouped by. */
const groups = (instant: string) => `
  s.location_id, ${dayAt(instant)} AS counted_on, r.id AS record_id, r.currency::text AS currency,
  coalesce(a.provider_id, '') AS provider_id, coalesce(a.service_id, '') AS service_id, coalesce(a.type::text, '') AS type,
  coalesce(o.payer_id, '') AS payer, coalesce(k.funding_program, '') AS funding_program`

const ofOrder = (instant: string) => `
  LEFT JOIN appointments a ON a.tenant_id = $1 AND a.id = o.appointment_id
  LEFT JOIN children k ON k.tenant_id = $1 AND k.id = o.child_id
  ${spanAt(`coalesce(a.location_id, '')`, instant)}`

/**
 * Orders, payments and refunds, each in its currency, where the appointment is that they are for. What is for no
 * appointment is at no location, in the zone of the centre.
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
    SELECT ${groups('r.created_at')}, 1 AS orders, r.amount_minor - r.tax_minor AS revenue, 0 AS payments, 0 AS received,
      0 AS refunds, 0 AS refunded
    FROM moments m
    JOIN orders r ON r.tenant_id = $1 AND ${isInMoments('r.created_at')} AND r.status <> 'CANCELLED'
    JOIN orders o ON o.tenant_id = $1 AND o.id = r.id
    ${ofOrder('r.created_at')}
    UNION ALL
    SELECT ${groups('r.settled_at')}, 0, 0, 1, r.amount_minor, 0, 0
    FROM moments m
    JOIN payments r ON r.tenant_id = $1 AND r.status = 'SUCCEEDED' AND ${isInMoments('r.settled_at')}
    JOIN orders o ON o.tenant_id = $1 AND o.id = r.order_id
    ${ofOrder('r.settled_at')}
    UNION ALL
    SELECT ${groups('r.settled_at')}, 0, 0, 0, 0, 1, r.amount_minor
    FROM moments m
    JOIN refunds r ON r.tenant_id = $1 AND r.status = 'SUCCEEDED' AND ${isInMoments('r.settled_at')}
    JOIN payments b ON b.tenant_id = $1 AND b.id = r.payment_id
    JOIN orders o ON o.tenant_id = $1 AND o.id = b.order_id
    ${ofOrder('r.settled_at')}`,
})
