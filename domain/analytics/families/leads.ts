import { atPlace, dayAt, defineFamily, inMoments, isInMoments } from './family.ts'

/** Leads by the day of their arrival and their current stage. */
export const leads = defineFamily({
  dimensions: ['STAGE'],
  measures: ['leads', 'converted'],
  kept: false,
  mostDays: 1_098,
  facts: `
    SELECT s.location_id, ${dayAt('r.at')} AS counted_on, r.id AS record_id, '' AS currency, r.status AS stage,
      1 AS leads, (r.status = 'CONVERTED')::int AS converted
    FROM ${inMoments(
      `x.id, x.status, x.heard_at AS at, coalesce(x.location_id, '') AS place`,
      `JOIN leads x ON x.tenant_id = $1 AND ${isInMoments('x.heard_at')}`,
    )}
    ${atPlace}`,
})
