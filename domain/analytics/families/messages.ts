import { dayAt, defineFamily, isInMoments, spanAt } from './family.ts'

/** Messages to people, on the day on which they were written. */
export const messages = defineFamily({
  dimensions: [],
  measures: ['tried', 'delivered'],
  kept: false,
  mostDays: 92,
  isOfCentre: true,
  facts: `
    SELECT s.location_id, ${dayAt('x.created_at')} AS counted_on, x.id AS record_id, '' AS currency, 1 AS tried,
      (x.status = 'SENT')::int AS delivered
    FROM moments m
    JOIN messages x ON x.tenant_id = $1 AND ${isInMoments('x.created_at')} AND x.status IN ('SENT', 'FAILED', 'BOUNCED')
    ${spanAt(`''`, 'x.created_at')}`,
})
