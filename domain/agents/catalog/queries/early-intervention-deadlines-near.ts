import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { day, filters, span } from './schemas.ts'

const Row = z.strictObject({
  programId: idOf('program'),
  childId: idOf('child'),
  serviceCoordinatorId: idOf('provider').nullable(),
  clock: z.string(),
  dueOn: day,
})

export const earlyInterventionDeadlinesNear = defineQuery({
  name: 'early_intervention_deadlines_near',
  title: 'Early-intervention deadlines that are near',
  description:
    'Open statutory deadlines of running programs, earliest first, including missed deadlines.',
  parameters: z.strictObject({
    locationId: filters.locationId,
    withinDays: span(14, 'Maximum number of days until the deadline.'),
  }),
  row: Row,
  needs: ['early-intervention:read', 'children:read'],
  most: 500,
  read: (reader, { locationId, withinDays }, take) =>
    reader.sql<NearRow>(NEAR, [reader.tenantId, reader.now, locationId, withinDays, take]),
})

interface NearRow {
  programId: string
  childId: string
  serviceCoordinatorId: string | null
  clock: string
  dueOn: string
}

const NEAR = `
  SELECT d.program_id AS "programId", p.child_id AS "childId", p.service_coordinator_id AS "serviceCoordinatorId", d.clock,
         d.due_on::text AS "dueOn"
  FROM program_deadlines d
  JOIN early_intervention_programs p ON p.tenant_id = d.tenant_id AND p.id = d.program_id AND p.status = 'ACTIVE'
  JOIN tenants o ON o.tenant_id = d.tenant_id
  LEFT JOIN locations l ON l.tenant_id = p.tenant_id AND l.id = p.location_id
  WHERE d.tenant_id = $1 AND d.state = 'RUNNING' AND NOT d.paused AND ($3::text IS NULL OR p.location_id = $3)
    AND d.due_on <= therapy.local_time($2::timestamptz, COALESCE(l.time_zone, o.default_time_zone))::date + $4::int
  ORDER BY d.due_on, d.id LIMIT $5`
