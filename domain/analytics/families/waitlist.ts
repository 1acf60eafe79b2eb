import { atPlace, dayAt, defineFamily, inMoments, isInMoments } from './family.ts'
import { wordsOf } from './words-of.ts'

const booked = dayAt('r.at')

/** Slots booked from the waitlist, by the day on which the family accepted. */
export const waitlist = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'FUNDING_PROGRAM'],
  measures: ['given', 'days_waited'],
  kept: false,
  mostDays: 1_098,
  facts: `
    SELECT s.location_id, ${booked} AS counted_on, r.id AS record_id, '' AS currency, r.provider_id,
      coalesce(r.service_id, '') AS service_id, r.type, r.funding_program,
      1 AS given, ${booked} - ${dayAt('r.created_at')} AS days_waited
    FROM ${inMoments(
      `e.id, e.created_at, o.decided_at AS at, a.location_id AS place, a.provider_id, a.service_id, a.type::text AS type,
       ${wordsOf('k.funding_program', 'k.id')} AS funding_program`,
      `JOIN waitlist_offers o ON o.tenant_id = $1 AND o.status = 'BOOKED' AND ${isInMoments('o.decided_at')}
       JOIN waitlist_entries e ON e.tenant_id = $1 AND e.id = o.entry_id AND e.status = 'BOOKED'
       JOIN appointments a ON a.tenant_id = $1 AND a.id = o.appointment_id
       LEFT JOIN children k ON k.tenant_id = $1 AND k.id = e.child_id`,
    )}
    ${atPlace}`,
})
