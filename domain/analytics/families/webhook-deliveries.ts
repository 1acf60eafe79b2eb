import { dayAt, defineFamily, isInMoments, spanAt } from './family.ts'

/** Deliveries of events to webhook endpoints, on the day on which they ended. */
export const webhookDeliveries = defineFamily({
  dimensions: [],
  measures: ['ended', 'succeeded'],
  kept: false,
  mostDays: 92,
  isOfCentre: true,
  facts: `
    SELECT s.location_id, ${dayAt('x.finished_at')} AS counted_on, x.id AS record_id, '' AS currency, 1 AS ended,
      (x.status = 'SUCCEEDED')::int AS succeeded
    FROM moments m
    JOIN webhook_deliveries x ON x.tenant_id = $1 AND ${isInMoments('x.finished_at')} AND x.status <> 'PENDING'
    ${spanAt(`''`, 'x.finished_at')}`,
})
