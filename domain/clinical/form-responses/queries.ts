import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, notFound } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { FormResponseStatus } from './rules.ts'
import { toFormResponse, toProviderForm, type AppointmentForm } from './schemas.ts'

export const FormResponseQuery = listQuery('formResponse', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  templateId: idOf('formTemplate').optional(),
  status: anyOf(FormResponseStatus, 'Returns only responses with this status.'),
  ...instantRange('createdAt'),
})
export type FormResponseQuery = z.infer<typeof FormResponseQuery>

export const ProviderFormQuery = listQuery('providerForm', ['-createdAt', 'createdAt'], {
  providerId: idOf('provider').optional(),
  templateId: idOf('formTemplate').optional(),
  status: anyOf(FormResponseStatus, 'Returns only forms with this status.'),
  ...instantRange('createdAt'),
})
export type ProviderFormQuery = z.infer<typeof ProviderFormQuery>

export const include = { signature: true } as const

const findWith =
  (subject: Prisma.FormResponseWhereInput) =>
  ({ db }: Reader, { where, ...selection }: Selection<Prisma.FormResponseWhereInput>) =>
    db.formResponse.findMany({ where: { AND: [subject, where] }, ...selection, include })

const formResponses = recordQueries({
  permission: 'form-responses:read',
  name: 'form response',
  find: findWith({ childId: { not: null } }),
  show: each(toFormResponse),
})

const providerForms = recordQueries({
  permission: 'provider-documents:read',
  name: 'provider form',
  find: findWith({ providerId: { not: null } }),
  show: each(toProviderForm),
})

export const loadProviderForm = providerForms.load
export const getProviderForm = providerForms.get
export const listProviderForms = providerForms.list((query: ProviderFormQuery) =>
  given(query, 'providerId', 'templateId', 'status'),
)

export const loadFormResponse = formResponses.load
export const getFormResponse = formResponses.get
export const listFormResponses = formResponses.list((query: FormResponseQuery) => ({
  ...given(query, 'childId', 'templateId', 'status'),
}))

/** The forms that an appointment's service requires, with their progress but without their content. */
export const listAppointmentForms = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'appointments:read', async (reader) => {
    const [found] = await reader.sql<{ forms: AppointmentForm[] }>(
      `SELECT ${requiredForms('a')} AS forms FROM appointments a
       WHERE a.tenant_id = $1 AND a.id = $2 AND a.child_id IS NOT NULL`,
      [reader.tenantId, id],
    )
    if (!found) throw notFound('appointment')
    return { data: found.forms }
  })

/** {@link AppointmentForm}s of an appointment as an SQL expression; `[]` if nothing is required. */
export const requiredForms = (appointment: string): string => `(
  SELECT COALESCE(jsonb_agg(jsonb_build_object('templateId', f.id, 'name', f.name, 'responseId', r.id,
      'state', CASE r.status WHEN 'SUBMITTED' THEN 'SUBMITTED' WHEN 'OPEN' THEN 'REQUESTED' ELSE 'MISSING' END)
    ORDER BY f.id), '[]')
  FROM services s JOIN form_templates f ON f.tenant_id = s.tenant_id AND f.id = ANY (s.required_forms)
  LEFT JOIN LATERAL (
    SELECT r.id, r.status FROM form_responses r
    WHERE r.tenant_id = f.tenant_id AND r.template_id = f.id AND r.child_id = ${appointment}.child_id
      AND (r.status = 'OPEN' OR r.status = 'SUBMITTED' AND ${counts('r', 'f', `${appointment}.starts_at`)})
    ORDER BY r.status = 'SUBMITTED' DESC, r.id DESC LIMIT 1) r ON true
  WHERE s.tenant_id = ${appointment}.tenant_id AND s.id = ${appointment}.service_id
    AND f.archived_at IS NULL AND f.published_version IS NOT NULL)`

/** A condition: whether a submission is still valid at a time. */
export const counts = (response: string, template: string, at: string): string =>
  `(${template}.valid_days IS NULL
    OR ${response}.submitted_at + make_interval(days => ${template}.valid_days) > ${at})`

type Load = typeof formResponses.load

/**
 * Loads the form for a change. Refuses a form that has a signature but the status OPEN, because no verb creates
 * such a form.
 */
export const unaltered = (load: Load) => async (reader: Reader, id: string) => {
  const row = await load(reader, id)
  if (!row.signature || row.status === 'SUBMITTED') return row
  throw new DomainError(
    'record_altered',
    `The form is signed, but its record has the status ${row.status}, so the database was changed outside the platform. Check /verification, and restore the form from a backup.`,
    { extra: { status: row.status } },
  )
}
