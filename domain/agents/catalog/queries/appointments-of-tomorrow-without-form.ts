import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { defineQuery } from '../query.ts'
import { filters, moment, span } from './schemas.ts'

const Row = z.strictObject({
  appointmentId: idOf('appointment'),
  childId: idOf('child'),
  providerId: idOf('provider'),
  startsAt: moment,
})

export const appointmentsOfTomorrowWithoutForm = defineQuery({
  name: 'appointments_of_tomorrow_without_form',
  title: 'Tomorrow’s appointments without a form',
  description:
    'Confirmed appointments of the day for which the child has not submitted the form within a year.',
  parameters: z.strictObject({
    formTemplateId: idOf('formTemplate').meta({ description: 'Form that is required.' }),
    locationId: filters.locationId,
    daysAhead: span(1, 'Number of days ahead: 1 is tomorrow, 0 is the rest of today.', 31),
  }),
  row: Row,
  needs: ['appointments:read', 'children:read', 'form-responses:read', 'form-templates:read'],
  most: 500,
  read: (reader, { formTemplateId, locationId, daysAhead }, take) =>
    reader.sql<UnformedRow>(UNFORMED, [
      reader.tenantId,
      reader.now,
      formTemplateId,
      locationId,
      daysAhead,
      take,
    ]),
})

interface UnformedRow {
  appointmentId: string
  childId: string
  providerId: string
  startsAt: Date
}

const UNFORMED = `
  SELECT a.id AS "appointmentId", a.child_id AS "childId", a.provider_id AS "providerId", a.starts_at AS "startsAt"
  FROM appointments a
  WHERE a.tenant_id = $1 AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED') AND a.child_id IS NOT NULL
    AND a.starts_at > $2 AND a.starts_at < $2::timestamptz + interval '33 days'
    AND therapy.local_time(a.starts_at, a.time_zone)::date = therapy.local_time($2::timestamptz, a.time_zone)::date + $5::int
    AND ($4::text IS NULL OR a.location_id = $4)
    AND NOT EXISTS (
      SELECT FROM form_responses r
      WHERE r.tenant_id = $1 AND r.child_id = a.child_id AND r.template_id = $3 AND r.status = 'SUBMITTED'
        AND r.submitted_at > $2::timestamptz - interval '1 year')
  ORDER BY a.starts_at, a.id LIMIT $6`
