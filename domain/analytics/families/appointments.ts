import { dayAt, defineFamily, isWithin } from './family.ts'
import { payerOf } from './payer-of.ts'
import { wordsOf } from './words-of.ts'

const was = (condition: string) => `(${condition})::int`
const cancelledBy = (initiator: string) =>
  was(`a.status = 'CANCELLED' AND a.cancellation ->> 'initiator' = '${initiator}'`)
const missedBy = (party: string) => was(`a.status = 'NO_SHOW' AND a.absent_party = '${party}'`)

/** 30 days, as hours, so that clock changes do not matter. */
export const REBOOKED_WITHIN = `interval '720 hours'`

/** Statuses that occupy or occupied the time. */
export const STANDS = `'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'NO_SHOW'`
/** Whether the provider's time was used, even if the family did not come. */
const TAKES_TIME = `a.status IN (${STANDS})`
const MINUTES = `(extract(epoch FROM a.ends_at - a.starts_at) / 60)::int`

const day = dayAt('a.starts_at')

/**
 * Appointments of children by start day, and whether completed ones are followed by another. A group's time
 * counts once, and its seats count no time.
 */
export const appointments = defineFamily({
  dimensions: ['PROVIDER', 'SERVICE', 'TYPE', 'PAYER', 'FUNDING_PROGRAM'],
  measures: [
    'booked',
    'completed',
    'cancelled_by_client',
    'cancelled_by_provider',
    'cancelled_by_organization',
    'late_cancelled',
    'missed_by_client',
    'missed_by_provider',
    'rescheduled',
    'booked_minutes',
    'rebooked',
  ],
  kept: true,
  bounds:
    'SELECT min(starts_at) AS first, max(starts_at) AS last FROM appointments WHERE tenant_id = $1',
  facts: `
    SELECT s.location_id, ${day} AS counted_on, a.id AS record_id, '' AS currency, a.provider_id,
      coalesce(a.service_id, '') AS service_id, a.type::text AS type, coalesce(p.payer, '') AS payer,
      ${wordsOf('k.funding_program', 'k.id')} AS funding_program,
      1 AS booked, ${was(`a.status = 'COMPLETED'`)} AS completed, ${cancelledBy('CLIENT')} AS cancelled_by_client,
      ${cancelledBy('PROVIDER')} AS cancelled_by_provider, ${cancelledBy('ORGANIZATION')} AS cancelled_by_organization,
      ${was(`a.status = 'CANCELLED' AND (a.cancellation ->> 'late')::boolean`)} AS late_cancelled,
      ${missedBy('CLIENT')} AS missed_by_client, ${missedBy('PROVIDER')} AS missed_by_provider,
      ${was(`EXISTS (SELECT FROM appointment_changes h
        WHERE h.tenant_id = $1 AND h.appointment_id = a.id AND h.kind = 'reschedule')`)} AS rescheduled,
      CASE WHEN a.group_id IS NULL AND ${TAKES_TIME} THEN ${MINUTES} ELSE 0 END AS booked_minutes,
      CASE WHEN a.status = 'COMPLETED' THEN ${was(`EXISTS (SELECT FROM appointments n
        WHERE n.tenant_id = $1 AND n.child_id = a.child_id AND n.starts_at > a.starts_at
          AND n.starts_at <= a.starts_at + ${REBOOKED_WITHIN} AND n.status IN (${STANDS}))`)} ELSE 0 END AS rebooked
    FROM span s
    JOIN appointments a ON a.tenant_id = $1 AND a.location_id = s.location_id AND ${isWithin('a.starts_at')}
      AND a.child_id IS NOT NULL AND a.status NOT IN ('HELD', 'EXPIRED', 'DECLINED', 'PENDING_CONFIRMATION')
      AND a.status <> 'ENTERED_IN_ERROR'
    LEFT JOIN children k ON k.tenant_id = $1 AND k.id = a.child_id
    ${payerOf('a', day)}
    UNION ALL
    SELECT s.location_id, ${day}, a.id, '', a.provider_id, coalesce(a.service_id, ''), a.type::text, '', '',
      0, 0, 0, 0, 0, 0, 0, 0, 0, ${MINUTES}, 0
    FROM span s
    JOIN appointments a ON a.tenant_id = $1 AND a.location_id = s.location_id AND ${isWithin('a.starts_at')}
      AND a.capacity IS NOT NULL AND ${TAKES_TIME}`,
})
