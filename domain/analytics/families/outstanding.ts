import { dayAt, defineFamily } from './family.ts'
import { wordsOf } from './words-of.ts'

/** The outstanding amount of open orders created up to the last day. */
export const outstanding = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'PAYER', 'FUNDING_PROGRAM'],
  measures: ['open_orders', 'owed'],
  kept: false,
  isSnapshot: true,
  facts: `
    SELECT s.location_id, ${dayAt('o.created_at')} AS counted_on, o.id AS record_id, o.currency::text AS currency,
      coalesce(a.provider_id, '') AS provider_id, coalesce(a.service_id, '') AS service_id,
      coalesce(a.type::text, '') AS type, coalesce(o.payer_id, '') AS payer,
      ${wordsOf('k.funding_program', 'k.id')} AS funding_program, 1 AS open_orders, o.amount_minor - o.captured_minor AS owed
    FROM orders o
    LEFT JOIN appointments a ON a.tenant_id = $1 AND a.id = o.appointment_id
    LEFT JOIN children k ON k.tenant_id = $1 AND k.id = o.child_id
    JOIN span s ON s.location_id = coalesce(a.location_id, '') AND ${dayAt('o.created_at')} < s.ends_on
    WHERE o.tenant_id = $1 AND o.status = 'OPEN'`,
})
