import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { filters, moment, span } from './schemas.ts'

const Row = z.strictObject({
  appointmentId: idOf('appointment'),
  childId: idOf('child'),
  providerId: idOf('provider'),
  sessionId: idOf('session').nullable(),
  endsAt: moment,
})

export const appointmentsWithoutNote = defineQuery({
  name: 'appointments_without_note',
  title: 'Appointments without a note',
  description: 'Past appointments whose session has no signed note, oldest first.',
  parameters: z.strictObject({
    ...filters,
    olderThanHours: span(24, 'Minimum number of hours since the appointment ended.', 8_784),
  }),
  row: Row,
  needs: ['appointments:read', 'children:read', 'sessions:read', 'session-notes:read'],
  most: 500,
  read: (reader, { locationId, providerId, olderThanHours }, take) =>
    reader.sql<UnnotedRow>(UNNOTED, [
      reader.tenantId,
      reader.now,
      locationId,
      providerId,
      olderThanHours,
      take,
    ]),
})

interface UnnotedRow {
  appointmentId: string
  childId: string
  providerId: string
  sessionId: string | null
  endsAt: Date
}

const UNNOTED = `
  SELECT a.id AS "appointmentId", a.child_id AS "childId", a.provider_id AS "providerId", s.id AS "sessionId",
         a.ends_at AS "endsAt"
  FROM appointments a
  LEFT JOIN sessions s ON s.tenant_id = a.tenant_id AND s.appointment_id = a.id
  WHERE a.tenant_id = $1 AND a.status = 'COMPLETED' AND a.child_id IS NOT NULL
    AND a.ends_at <= $2::timestamptz - make_interval(hours => $5::int) AND a.ends_at > $2::timestamptz - interval '400 days'
    AND ($3::text IS NULL OR a.location_id = $3) AND ($4::text IS NULL OR a.provider_id = $4)
    AND NOT EXISTS (
      SELECT FROM session_notes n WHERE n.tenant_id = $1 AND n.session_id = s.id AND n.signed_at IS NOT NULL)
  ORDER BY a.ends_at, a.id LIMIT $6`
