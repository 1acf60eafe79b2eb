import type { PreviewSource } from '#messaging/message-texts/preview-source.ts'
import { guardiansOf } from '#messaging/messages/recipient.ts'
import { inZone } from '#platform/core/time/time.ts'

/** Previews of messages about an appointment, as its child's first legal guardian would get them. */
export const appointmentPreview: PreviewSource = {
  record: 'appointment',
  needs: ['appointments:read', 'children:read', 'clients:read'],
  load: async (reader, id) => {
    const [row] = await reader.sql<Row>(APPOINTMENT, [reader.tenantId, id])
    if (!row) return undefined
    const { startsAt, endsAt, timeZone, childId, childFirstName, status, ...appointment } = row
    const [recipient] = await guardiansOf(reader, childId)
    return {
      childId,
      recipient,
      variables: {
        ...appointment,
        startsAt: inZone(startsAt, timeZone),
        endsAt: inZone(endsAt, timeZone),
        timeZone,
        appointmentId: id,
        childFirstName,
        childName: childFirstName,
        notice: status === 'CANCELLED' ? 'cancelled' : 'booked',
        decision: status === 'DECLINED' || status === 'EXPIRED' ? status : 'CONFIRMED',
        path: '/links/preview',
      },
    }
  },
}

interface Row {
  startsAt: Date
  endsAt: Date
  timeZone: string
  childId: string
  childFirstName: string
  locationName: string
  locationPhone: string | null
  sequence: number
  status: string
}

const APPOINTMENT = `
  SELECT a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.time_zone AS "timeZone", k.id AS "childId",
         k.first_name AS "childFirstName", l.name AS "locationName", l.phone AS "locationPhone",
         a.version AS sequence, a.status
  FROM appointments a
  JOIN children k ON k.tenant_id = a.tenant_id AND k.id = a.child_id
  JOIN locations l ON l.tenant_id = a.tenant_id AND l.id = a.location_id
  WHERE a.tenant_id = $1 AND a.id = $2`
