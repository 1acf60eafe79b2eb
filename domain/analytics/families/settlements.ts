import { dayAt, defineFamily, isInMoments, spanAt } from './family.ts'

/** Lines of settlements that were paid out, on the day of the payout, where the appointment is that was paid for. */
export const settlements = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'PAYER'],
  measures: ['lines', 'gross', 'provider_share', 'platform_share', 'center_share'],
  kept: false,
  mostDays: 371,
  isOfCentre: true,
  facts: `
    SELECT s.location_id, ${dayAt('x.settled_at')} AS counted_on, x.id AS record_id, x.currency::text AS currency,
      x.provider_id, coalesce(a.service_id, '') AS service_id, coalesce(a.type::text, '') AS type,
      coalesce(o.payer_id, '') AS payer, 1 AS lines, l.gross_minor AS gross, l.provider_minor AS provider_share,
      l.platform_minor AS platform_share, l.centre_minor AS center_share
    FROM moments m
    JOIN settlements x ON x.tenant_id = $1 AND ${isInMoments('x.settled_at')}
      AND x.status IN ('PAID', 'PARTIALLY_REVERSED', 'REVERSED')
    JOIN settlement_lines l ON l.tenant_id = $1 AND l.settlement_id = x.id AND l.counts
    JOIN payments b ON b.tenant_id = $1 AND b.id = l.payment_id
    JOIN orders o ON o.tenant_id = $1 AND o.id = b.order_id
    LEFT JOIN appointments a ON a.tenant_id = $1 AND a.id = o.appointment_id
    ${spanAt(`coalesce(a.location_id, '')`, 'x.settled_at')}`,
})
