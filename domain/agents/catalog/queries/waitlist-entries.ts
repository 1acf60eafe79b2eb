import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { filters, moment, span } from './schemas.ts'

const Row = z.strictObject({
  waitlistEntryId: idOf('waitlistEntry'),
  childId: idOf('child'),
  serviceIds: z.array(idOf('service')),
  priority: z.int(),
  createdAt: moment,
})

export const waitlistEntries = defineQuery({
  name: 'waitlist_entries',
  title: 'Children on the waitlist',
  description: 'Waiting entries, in the order in which they are offered slots.',
  parameters: z.strictObject({
    serviceId: idOf('service')
      .nullable()
      .default(null)
      .meta({ description: 'Service of the entries; null for any service.' }),
    locationId: filters.locationId,
    waitingForDays: span(0, 'Minimum number of days since the entry was created.'),
  }),
  row: Row,
  needs: ['appointments:read', 'children:read'],
  most: 500,
  read: (reader, { serviceId, locationId, waitingForDays }, take) =>
    reader.sql<WaitlistRow>(WAITLIST, [
      reader.tenantId,
      reader.now,
      serviceId,
      locationId,
      waitingForDays,
      take,
    ]),
})

interface WaitlistRow {
  waitlistEntryId: string
  childId: string
  serviceIds: string[]
  priority: number
  createdAt: Date
}

const WAITLIST = `
  SELECT w.id AS "waitlistEntryId", w.child_id AS "childId", w.service_ids AS "serviceIds", w.priority,
         w.created_at AS "createdAt"
  FROM waitlist_entries w
  WHERE w.tenant_id = $1 AND w.status = 'WAITING'
    AND ($3::text IS NULL OR $3 = ANY (w.service_ids))
    AND ($4::text IS NULL OR cardinality(w.location_ids) = 0 OR $4 = ANY (w.location_ids))
    AND w.created_at <= $2::timestamptz - make_interval(days => $5::int)
  ORDER BY w.priority DESC, w.created_at, w.id LIMIT $6`
