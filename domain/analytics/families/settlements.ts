import { atPlace, dayAt, defineFamily, inMoments, isInMoments } from './family.ts'

/** Lines of paid settlements, by payout day, at the location of the paid appointment. */
export const settlements = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'PAYER'],
  measures: ['lines', 'gross', 'provider_share', 'platform_share', 'center_share'],
  kept: false,
  mostDays: 371,
  isOfCentre: true,
  facts: `
    SELECT s.location_id, ${dayAt('r.at')} AS counted_on, r.id AS record_id, r.currency::text AS currency, r.provider_id,
      coalesce(r.service_id, '') AS service_id, coalesce(r.type, '') AS type, coalesce(r.payer_id, '') AS payer,
      1 AS lines, r.gross_minor AS gross, r.provider_minor AS provider_share, r.platform_minor AS platform_share,
      r.centre_minor AS center_share
    FROM ${inMoments(
      `x.id, x.currency, x.provider_id, x.settled_at AS at, l.gross_minor, l.provider_minor, l.platform_minor, l.centre_minor,
       o.payer_id, a.service_id, a.type::text AS type, coalesce(a.location_id, '') AS place`,
      `JOIN settlements x ON x.tenant_id = $1 AND ${isInMoments('x.settled_at')}
         AND x.status IN ('PAID', 'PARTIALLY_REVERSED', 'REVERSED')
       JOIN settlement_lines l ON l.tenant_id = $1 AND l.settlement_id = x.id AND l.counts
       JOIN payments b ON b.tenant_id = $1 AND b.id = l.payment_id
       JOIN orders o ON o.tenant_id = $1 AND o.id = b.order_id
       LEFT JOIN appointments a ON a.tenant_id = $1 AND a.id = o.appointment_id`,
    )}
    ${atPlace}`,
})
