import { atPlace, dayAt, defineFamily, inMoments, isInMoments } from './family.ts'

/** Messages to people, by the day on which they were created. */
export const messages = defineFamily({
  dimensions: [],
  measures: ['tried', 'delivered'],
  kept: false,
  mostDays: 92,
  isOfCentre: true,
  facts: `
    SELECT s.location_id, ${dayAt('r.at')} AS counted_on, r.id AS record_id, '' AS currency, 1 AS tried,
      (r.status = 'SENT')::int AS delivered
    FROM ${inMoments(
      `x.id, x.status, x.created_at AS at, '' AS place`,
      `JOIN messages x ON x.tenant_id = $1 AND ${isInMoments('x.created_at')} AND x.status IN ('SENT', 'FAILED', 'BOUNCED')`,
    )}
    ${atPlace}`,
})
