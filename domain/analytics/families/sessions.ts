import { atPlace, dayAt, defineFamily, inMoments, isInMoments } from './family.ts'
import { payerOf } from './payer-of.ts'
import { wordsOf } from './words-of.ts'

const day = dayAt('r.at')

/** Completed sessions, at the location of their appointment, otherwise at the child's. */
export const sessions = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'PAYER', 'FUNDING_PROGRAM'],
  measures: ['held', 'billable', 'billable_units', 'notes_owed', 'notes_signed_in_time'],
  kept: true,
  bounds:
    'SELECT min(started_at) AS first, max(started_at) AS last FROM sessions WHERE tenant_id = $1',
  facts: `
    SELECT s.location_id, ${day} AS counted_on, r.id AS record_id, '' AS currency, r.provider_id,
      coalesce(r.service_id, '') AS service_id, coalesce(r.type, '') AS type, coalesce(p.payer, '') AS payer,
      r.funding_program, 1 AS held, r.billable::int AS billable,
      CASE WHEN r.billable THEN coalesce(r.billable_units, 0) ELSE 0 END AS billable_units,
      (r.ended_at IS NOT NULL)::int AS notes_owed,
      coalesce((n.signed_at <= r.ended_at + interval '24 hours')::int, 0) AS notes_signed_in_time
    FROM ${inMoments(
      `x.id, x.child_id, x.provider_id, x.service_id, x.billable, x.billable_units, x.ended_at, x.started_at AS at,
       a.type::text AS type, ${wordsOf('k.funding_program', 'k.id')} AS funding_program, coalesce(a.location_id, k.location_id, '') AS place`,
      `JOIN sessions x ON x.tenant_id = $1 AND ${isInMoments('x.started_at')} AND x.attendance <> 'ABSENT'
       LEFT JOIN appointments a ON a.tenant_id = $1 AND a.id = x.appointment_id
       LEFT JOIN children k ON k.tenant_id = $1 AND k.id = x.child_id`,
    )}
    ${atPlace}
    LEFT JOIN LATERAL (
      SELECT min(n.signed_at) AS signed_at FROM session_notes n WHERE n.tenant_id = $1 AND n.session_id = r.id
    ) n ON true
    ${payerOf('r', day)}`,
})
