import { nearbyStarts } from '../availability/nearby-starts.ts'
import { lengthOf, type Slot } from '../slots/rules.ts'
import { inZone } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { AffectedAppointment } from './schemas.ts'

/** The maximum number of appointments listed, and of those listed with alternatives. */
const MOST_LISTED = 50
const MOST_WITH_OPTIONS = 20

interface Absence {
  providerId: string
  startsAt: Date
  endsAt: Date
}

/** The number of future appointments that an absence affects. */
export const countAffected = async (reader: Reader, absence: Absence): Promise<number> => {
  const [counted] = await reader.sql<{ total: number }>(COUNT, valuesOf(reader, absence))
  return counted!.total
}

const valuesOf = ({ tenantId, now }: Reader, { providerId, startsAt, endsAt }: Absence) => [
  tenantId,
  providerId,
  startsAt,
  endsAt,
  now,
]

/**
 * Future appointments that an absence affects, with alternatives: the same provider at another time, or another
 * eligible provider at the same location.
 */
export const affectedBy = async (
  reader: Reader,
  absence: Absence,
): Promise<{ affectedCount: number; affected: AffectedAppointment[] }> => {
  const { providerId, startsAt, endsAt } = absence
  const rows = await reader.sql<Row>(AFFECTED, [...valuesOf(reader, absence), MOST_LISTED])
  const away = { providerId, range: { from: startsAt.getTime(), until: endsAt.getTime() } }
  const affected: AffectedAppointment[] = []
  for (const [index, row] of rows.entries()) {
    const search = {
      serviceIds: row.serviceId ? [row.serviceId] : [],
      locationIds: [row.locationId],
      childId: row.childId,
      moving: { id: row.id, roomId: row.roomId, rules: lengthOf(row) },
      away,
    }
    const options =
      index < MOST_WITH_OPTIONS && row.childId
        ? await nearbyStarts(reader, search, { near: row.startsAt, daysBefore: 3, daysAfter: 10 })
        : []
    affected.push({ appointmentId: row.id, startsAt: inZone(row.startsAt, row.timeZone), options })
  }
  return { affectedCount: rows[0]?.total ?? 0, affected }
}

interface Row extends Slot {
  id: string
  /** Null for a group, which is not moved but created again. */
  childId: string | null
  serviceId: string | null
  locationId: string
  roomId: string | null
  timeZone: string
  total: number
}

const AFFECTED_ROWS = `
  FROM appointments a
  WHERE a.tenant_id = $1 AND a.provider_id = $2 AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED')
    AND a.group_id IS NULL
    AND a.starts_at >= $3::timestamptz - interval '24 hours' AND a.starts_at < $4 AND a.ends_at > $3
    AND a.starts_at > $5`

const COUNT = `SELECT count(*)::int AS total ${AFFECTED_ROWS}`

const AFFECTED = `
  SELECT a.id, a.child_id AS "childId", a.location_id AS "locationId", a.room_id AS "roomId", a.time_zone AS "timeZone",
         (SELECT s.id FROM services s WHERE s.tenant_id = $1 AND s.id = a.service_id AND s.archived_at IS NULL)
           AS "serviceId",
         a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.busy_from AS "busyFrom", a.busy_until AS "busyUntil",
         (count(*) OVER ())::int AS total
  ${AFFECTED_ROWS}
  ORDER BY a.starts_at LIMIT $6`
