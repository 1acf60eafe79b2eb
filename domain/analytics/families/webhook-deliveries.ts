import { atPlace, dayAt, defineFamily, inMoments, isInMoments } from './family.ts'

/** Webhook deliveries, by the day on which they ended. */
export const webhookDeliveries = defineFamily({
  dimensions: [],
  measures: ['ended', 'succeeded'],
  kept: false,
  mostDays: 92,
  isOfCentre: true,
  facts: `
    SELECT s.location_id, ${dayAt('r.at')} AS counted_on, r.id AS record_id, '' AS currency, 1 AS ended,
      (r.status = 'SUCCEEDED')::int AS succeeded
    FROM ${inMoments(
      `x.id, x.status, x.finished_at AS at, '' AS place`,
      `JOIN webhook_deliveries x ON x.tenant_id = $1 AND ${isInMoments('x.finished_at')} AND x.status <> 'PENDING'`,
    )}
    ${atPlace}`,
})
