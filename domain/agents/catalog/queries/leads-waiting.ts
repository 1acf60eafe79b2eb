import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { filters, moment, span } from './schemas.ts'

const Row = z.strictObject({
  leadId: idOf('lead'),
  status: z.string(),
  assigneeId: z.string().nullable(),
  locationId: idOf('location').nullable(),
  heardAt: moment,
  dueAt: moment.nullable(),
})

export const leadsWaiting = defineQuery({
  name: 'leads_waiting',
  title: 'Leads waiting for contact',
  description: 'Open leads without recent contact, those that have waited longest first.',
  parameters: z.strictObject({
    locationId: filters.locationId,
    silentForHours: span(24, 'Minimum number of hours since the last contact.', 8_784),
  }),
  row: Row,
  needs: ['leads:read'],
  most: 500,
  read: (reader, { locationId, silentForHours }, take) =>
    reader.sql<WaitingRow>(WAITING, [
      reader.tenantId,
      reader.now,
      locationId,
      silentForHours,
      take,
    ]),
})

interface WaitingRow {
  leadId: string
  status: string
  assigneeId: string | null
  locationId: string | null
  heardAt: Date
  dueAt: Date | null
}

const WAITING = `
  SELECT l.id AS "leadId", l.status, l.assignee_id AS "assigneeId", l.location_id AS "locationId", l.heard_at AS "heardAt",
         l.due_at AS "dueAt"
  FROM leads l
  WHERE l.tenant_id = $1 AND l.closed_at IS NULL AND ($3::text IS NULL OR l.location_id = $3)
    AND l.heard_at <= $2::timestamptz - make_interval(hours => $4::int)
  ORDER BY l.heard_at, l.id LIMIT $5`
