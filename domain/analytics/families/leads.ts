import { dayAt, defineFamily, isInMoments, spanAt } from './family.ts'

/** Families that asked for a place, on the day on which the centre heard of them, by the stage that they are in now. */
export const leads = defineFamily({
  dimensions: ['STAGE'],
  measures: ['leads', 'converted'],
  kept: false,
  mostDays: 1_098,
  facts: `
    SELECT s.location_id, ${dayAt('x.heard_at')} AS counted_on, x.id AS record_id, '' AS currency, x.status AS stage,
      1 AS leads, (x.status = 'CONVERTED')::int AS converted
    FROM moments m
    JOIN leads x ON x.tenant_id = $1 AND ${isInMoments('x.heard_at')}
    ${spanAt(`coalesce(x.location_id, '')`, 'x.heard_at')}`,
})
