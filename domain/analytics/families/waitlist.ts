import { dayAt, defineFamily, isInMoments, spanAt } from './family.ts'

const booked = dayAt('o.decided_at')

/** Places that were given from the waitlist, on the day on which the family took them. */
export const waitlist = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'FUNDING_PROGRAM'],
  measures: ['given', 'days_waited'],
  kept: false,
  mostDays: 1_098,
  facts: `
    SELECT s.location_id, ${booked} AS counted_on, e.id AS record_id, '' AS currency, a.provider_id,
      coalesce(a.service_id, '') AS service_id, a.type::text AS type, coalesce(k.funding_program, '') AS funding_program,
      1 AS given, ${booked} - ${dayAt('e.created_at')} AS days_waited
    FROM moments m
    JOIN waitlist_offers o ON o.tenant_id = $1 AND o.status = 'BOOKED' AND ${isInMoments('o.decided_at')}
    JOIN waitlist_entries e ON e.tenant_id = $1 AND e.id = o.entry_id AND e.status = 'BOOKED'
    JOIN appointments a ON a.tenant_id = $1 AND a.id = o.appointment_id
    LEFT JOIN children k ON k.tenant_id = $1 AND k.id = e.child_id
    ${spanAt('a.location_id', 'o.decided_at')}`,
})
