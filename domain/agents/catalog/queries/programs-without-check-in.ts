import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { day, filters, span } from './schemas.ts'

const Row = z.strictObject({
  programId: idOf('program'),
  childId: idOf('child'),
  serviceCoordinatorId: idOf('provider').nullable(),
  lastAnsweredOn: day.nullable(),
})

export const programsWithoutCheckIn = defineQuery({
  name: 'programs_without_check_in',
  title: 'Programs without a recent check-in answer',
  description:
    'Running early-intervention programs whose family has not answered recently, longest silence first.',
  parameters: z.strictObject({
    locationId: filters.locationId,
    silentForDays: span(30, 'Minimum number of days without an answer.'),
  }),
  row: Row,
  needs: ['early-intervention:read', 'family-check-ins:read', 'children:read'],
  most: 500,
  read: (reader, { locationId, silentForDays }, take) =>
    reader.sql<UnaskedRow>(UNASKED, [reader.tenantId, reader.now, locationId, silentForDays, take]),
})

interface UnaskedRow {
  programId: string
  childId: string
  serviceCoordinatorId: string | null
  lastAnsweredOn: string | null
}

const UNASKED = `
  SELECT p.id AS "programId", p.child_id AS "childId", p.service_coordinator_id AS "serviceCoordinatorId",
         c."lastAnsweredOn"::text AS "lastAnsweredOn"
  FROM early_intervention_programs p
  CROSS JOIN LATERAL (
    SELECT max(i.answered_on) AS "lastAnsweredOn" FROM family_check_ins i
    WHERE i.tenant_id = $1 AND i.program_id = p.id) c
  WHERE p.tenant_id = $1 AND p.status = 'ACTIVE' AND ($3::text IS NULL OR p.location_id = $3)
    AND COALESCE(c."lastAnsweredOn", p.referral_received_on) <= $2::date - $4::int
  ORDER BY COALESCE(c."lastAnsweredOn", p.referral_received_on), p.id LIMIT $5`
