import { dayAt, defineFamily, isInMoments, spanAt } from './family.ts'

const registered = dayAt('k.created_at')
const COUNTS = `a.status IN ('CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'NO_SHOW')`

/** Children on the day on which they were registered, where their first appointment is. */
export const firstAppointments = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'FUNDING_PROGRAM'],
  measures: ['children', 'days_until_first'],
  kept: false,
  mostDays: 1_098,
  facts: `
    SELECT s.location_id, ${registered} AS counted_on, k.id AS record_id, '' AS currency, f.provider_id,
      coalesce(f.service_id, '') AS service_id, f.type::text AS type, coalesce(k.funding_program, '') AS funding_program,
      1 AS children, ${dayAt('f.starts_at')} - ${registered} AS days_until_first
    FROM moments m
    JOIN children k ON k.tenant_id = $1 AND ${isInMoments('k.created_at')} AND k.merged_into_id IS NULL
    CROSS JOIN LATERAL (
      SELECT a.location_id, a.provider_id, a.service_id, a.type, a.starts_at FROM appointments a
      WHERE a.tenant_id = $1 AND a.child_id = k.id AND ${COUNTS} ORDER BY a.starts_at, a.id LIMIT 1
    ) f
    ${spanAt('f.location_id', 'k.created_at')}
    WHERE f.starts_at >= k.created_at`,
})
