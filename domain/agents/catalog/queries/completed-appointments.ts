import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { filters, moment, span } from './schemas.ts'

const Row = z.strictObject({
  appointmentId: idOf('appointment'),
  childId: idOf('child'),
  providerId: idOf('provider'),
  serviceId: idOf('service').nullable(),
  endsAt: moment,
  nextStartsAt: moment.nullable(),
})

export const completedAppointments = defineQuery({
  name: 'completed_appointments',
  title: 'Appointments that took place',
  description: 'Completed appointments, latest first, for follow-up after a visit.',
  parameters: z.strictObject({
    ...filters,
    withinHours: span(24, 'Maximum number of hours since the appointment ended.', 2_232),
  }),
  row: Row,
  needs: ['appointments:read', 'children:read'],
  most: 500,
  read: (reader, { locationId, providerId, withinHours }, take) =>
    reader.sql<CompletedRow>(COMPLETED, [
      reader.tenantId,
      reader.now,
      locationId,
      providerId,
      withinHours,
      take,
    ]),
})

interface CompletedRow {
  appointmentId: string
  childId: string
  providerId: string
  serviceId: string | null
  endsAt: Date
  nextStartsAt: Date | null
}

const COMPLETED = `
  SELECT a.id AS "appointmentId", a.child_id AS "childId", a.provider_id AS "providerId", a.service_id AS "serviceId",
         a.ends_at AS "endsAt", (
           SELECT min(b.starts_at) FROM appointments b
           WHERE b.tenant_id = $1 AND b.child_id = a.child_id AND b.starts_at > $2
             AND b.status IN ('PENDING_CONFIRMATION', 'CONFIRMED')) AS "nextStartsAt"
  FROM appointments a
  WHERE a.tenant_id = $1 AND a.status = 'COMPLETED' AND a.child_id IS NOT NULL
    AND a.ends_at <= $2 AND a.ends_at > $2::timestamptz - make_interval(hours => $5::int)
    AND ($3::text IS NULL OR a.location_id = $3) AND ($4::text IS NULL OR a.provider_id = $4)
  ORDER BY a.ends_at DESC, a.id LIMIT $6`
