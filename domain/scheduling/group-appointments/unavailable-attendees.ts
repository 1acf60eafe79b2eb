import { IS_BOOKED, type AppointmentStatus } from '../slots/appointment-status.ts'
import { liveAt } from '../availability/live-at.ts'
import { consentsHeld, missingConsents, type ConsentsHeld } from '#people/consents/rules.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Attendee } from './schemas.ts'

/** A taken place. */
export interface Place {
  id: string
  childId: string
  status: AppointmentStatus
}

export const lockPlaces = (tx: Transaction, groupId: string): Promise<Place[]> =>
  tx.sql<Place>(PLACES, [tx.tenantId, groupId])

interface Time {
  startsAt: Date
  endsAt: Date
}

/** For each place, whether its child could attend at another time and, if not, the obstacle. */
export const unavailableAttendees = async (
  tx: Transaction,
  group: { serviceId: string | null },
  places: readonly Place[],
  { startsAt, endsAt }: Time,
): Promise<Attendee[]> => {
  const rows = await tx.sql<{ id: string; other: string | null; consents: ConsentsHeld | null }>(
    ELSEWHERE,
    [tx.tenantId, places.map(({ id }) => id), startsAt, endsAt, tx.now, group.serviceId],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return places.map(({ id, childId }) => {
    const { other = null, consents = null } = byId.get(id) ?? {}
    const missing = missingConsents(consents, startsAt)
    return {
      appointmentId: id,
      childId,
      canCome: other === null && missing.length === 0,
      conflictsWith: other,
      missingConsents: missing,
    }
  })
}

const PLACES = `
  SELECT id, child_id AS "childId", status FROM appointments
  WHERE tenant_id = $1 AND group_id = $2 AND child_id IS NOT NULL AND status IN ${IS_BOOKED}
  ORDER BY seat FOR UPDATE`

const ELSEWHERE = `
  SELECT p.id, (SELECT a.id FROM appointments a
           WHERE a.tenant_id = $1 AND a.child_id = p.child_id AND a.id <> p.id AND ${liveAt('$5')}
             AND a.starts_at > $3::timestamptz - interval '24 hours' AND a.starts_at < $4 AND a.ends_at > $3
           ORDER BY a.starts_at LIMIT 1) AS other,
         ${consentsHeld('$1', 'p.child_id', 's.required_consents')} AS consents
  FROM appointments p LEFT JOIN services s ON s.tenant_id = $1 AND s.id = $6
  WHERE p.tenant_id = $1 AND p.id = ANY ($2)`
