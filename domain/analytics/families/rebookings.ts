import { dayAt, defineFamily, isWithin } from './family.ts'
import { payerOf } from './payer-of.ts'

/** 30 days, however long the clocks make them. */
export const REBOOKED_WITHIN = `interval '720 hours'`

const day = dayAt('a.starts_at')

/** Whether children who came have an appointment that follows, on the day of the one that took place. */
export const rebookings = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'PAYER', 'FUNDING_PROGRAM'],
  measures: ['took_place', 'rebooked'],
  kept: true,
  bounds:
    'SELECT min(starts_at) AS first, max(starts_at) AS last FROM appointments WHERE tenant_id = $1',
  facts: `
    SELECT s.location_id, ${day} AS counted_on, a.id AS record_id, '' AS currency, a.provider_id,
      coalesce(a.service_id, '') AS service_id, a.type::text AS type, coalesce(p.payer, '') AS payer,
      coalesce(k.funding_program, '') AS funding_program, 1 AS took_place,
      (EXISTS (SELECT FROM appointments n
        WHERE n.tenant_id = $1 AND n.child_id = a.child_id AND n.starts_at > a.starts_at
          AND n.starts_at <= a.starts_at + ${REBOOKED_WITHIN}
          AND n.status IN ('CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'NO_SHOW')))::int AS rebooked
    FROM span s
    JOIN appointments a ON a.tenant_id = $1 AND a.location_id = s.location_id AND ${isWithin('a.starts_at')}
      AND a.child_id IS NOT NULL AND a.status = 'COMPLETED' AND a.status <> 'ENTERED_IN_ERROR'
    LEFT JOIN children k ON k.tenant_id = $1 AND k.id = a.child_id
    ${payerOf('a', day)}`,
})
