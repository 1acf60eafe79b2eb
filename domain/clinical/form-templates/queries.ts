import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { idOf } from '#platform/core/ids.ts'
import { listQuery } from '#platform/core/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { definitionOf, toFormTemplate, toFormTemplateVersion } from './schemas.ts'

export const FormTemplateQuery = listQuery('formTemplate', ['-createdAt', 'createdAt', 'name'], {
  ...archivedQuery,
})
export type FormTemplateQuery = z.infer<typeof FormTemplateQuery>

/** The path of one version. */
export const VersionParams = z.strictObject({
  id: idOf('formTemplate'),
  number: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ description: 'Number of the version, counted from 1.', example: 1 }),
})
type VersionRef = z.infer<typeof VersionParams>

const formTemplates = recordQueries({
  permission: 'form-templates:read',
  name: 'form template',
  find: ({ db }, selection: Selection<Prisma.FormTemplateWhereInput>) =>
    db.formTemplate.findMany(selection),
  show: each(toFormTemplate),
})

export const loadFormTemplate = formTemplates.load
export const getFormTemplate = formTemplates.get
export const listFormTemplates = formTemplates.list((query: FormTemplateQuery) =>
  archivedFilter(query),
)

export const getFormTemplateVersion = (ctx: Context, ref: VersionRef) =>
  read(ctx, 'form-templates:read', async (reader) =>
    toFormTemplateVersion(await loadVersion(reader, ref)),
  )

export const loadVersion = async (reader: Reader, { id, number }: VersionRef) => {
  const row = await reader.db.formTemplateVersion.findFirst({
    where: { tenantId: reader.tenantId, templateId: id, number },
  })
  if (!row) throw notFound('version of a form template')
  return row
}

/** What a response was asked: the version of the template that it was given. */
export const loadDefinition = async (
  reader: Reader,
  { templateId, templateVersion }: { templateId: string; templateVersion: number },
) => definitionOf(await loadVersion(reader, { id: templateId, number: templateVersion }))
