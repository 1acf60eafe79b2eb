import { atPlace, dayAt, defineFamily, inMoments, isInMoments } from './family.ts'
import { wordsOf } from './words-of.ts'

const registered = dayAt('r.at')
const COUNTS = `a.status IN ('CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'NO_SHOW')`

/** Children by registration day, at the location of their first appointment. */
export const firstAppointments = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'FUNDING_PROGRAM'],
  measures: ['children', 'days_until_first'],
  kept: false,
  mostDays: 1_098,
  facts: `
    SELECT s.location_id, ${registered} AS counted_on, r.id AS record_id, '' AS currency, r.provider_id,
      coalesce(r.service_id, '') AS service_id, r.type, r.funding_program,
      1 AS children, ${dayAt('r.starts_at')} - ${registered} AS days_until_first
    FROM ${inMoments(
      `k.id, ${wordsOf('k.funding_program', 'k.id')} AS funding_program, k.created_at AS at, f.*`,
      `JOIN children k ON k.tenant_id = $1 AND ${isInMoments('k.created_at')} AND k.merged_into_id IS NULL
       CROSS JOIN LATERAL (
         SELECT a.location_id AS place, a.provider_id, a.service_id, a.type::text AS type, a.starts_at FROM appointments a
         WHERE a.tenant_id = $1 AND a.child_id = k.id AND ${COUNTS} ORDER BY a.starts_at, a.id LIMIT 1
       ) f`,
    )}
    ${atPlace}
    WHERE r.starts_at >= r.at`,
})
