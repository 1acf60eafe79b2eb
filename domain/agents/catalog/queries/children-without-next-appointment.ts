import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { filters, moment, span } from './schemas.ts'

const Row = z.strictObject({
  childId: idOf('child'),
  providerId: idOf('provider'),
  lastAppointmentId: idOf('appointment'),
  lastSeenAt: moment,
})

export const childrenWithoutNextAppointment = defineQuery({
  name: 'children_without_next_appointment',
  title: 'Children without a next appointment',
  description:
    'Children who were seen recently and have no future appointment, those seen longest ago first.',
  parameters: z.strictObject({
    ...filters,
    seenWithinDays: span(90, 'Maximum number of days since the child was last seen.'),
  }),
  row: Row,
  needs: ['appointments:read', 'children:read'],
  most: 500,
  read: (reader, { locationId, providerId, seenWithinDays }, take) =>
    reader.sql<UnbookedRow>(UNBOOKED, [
      reader.tenantId,
      reader.now,
      locationId,
      providerId,
      seenWithinDays,
      take,
    ]),
})

interface UnbookedRow {
  childId: string
  providerId: string
  lastAppointmentId: string
  lastSeenAt: Date
}

const UNBOOKED = `
  SELECT last."childId", last."providerId", last.id AS "lastAppointmentId", last."lastSeenAt"
  FROM (
    SELECT DISTINCT ON (a.child_id) a.child_id AS "childId", a.provider_id AS "providerId", a.id, a.ends_at AS "lastSeenAt"
    FROM appointments a
    WHERE a.tenant_id = $1 AND a.status = 'COMPLETED' AND a.child_id IS NOT NULL
      AND a.ends_at <= $2 AND a.ends_at > $2::timestamptz - make_interval(days => $5::int)
      AND ($3::text IS NULL OR a.location_id = $3) AND ($4::text IS NULL OR a.provider_id = $4)
    ORDER BY a.child_id, a.ends_at DESC, a.id) last
  JOIN children k ON k.tenant_id = $1 AND k.id = last."childId" AND k.archived_at IS NULL AND k.discharged_at IS NULL AND k.restricted_at IS NULL
  WHERE NOT EXISTS (
    SELECT FROM appointments b
    WHERE b.tenant_id = $1 AND b.child_id = last."childId" AND b.starts_at > $2
      AND b.status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED'))
  ORDER BY last."lastSeenAt", last."childId" LIMIT $6`
