import type { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { versionParams, versionQueries } from '#platform/core/records/versions.ts'
import { definitionOf, toFormTemplate, toFormTemplateVersion } from './schemas.ts'

export const FormTemplateQuery = listQuery('formTemplate', ['-createdAt', 'createdAt', 'name'], {
  ...archivedQuery,
})
export type FormTemplateQuery = z.infer<typeof FormTemplateQuery>

export const VersionParams = versionParams('formTemplate')

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

const versions = versionQueries({
  permission: 'form-templates:read',
  of: 'a form template',
  find: ({ db, tenantId }, { id, number }) =>
    db.formTemplateVersion.findFirst({ where: { tenantId, templateId: id, number } }),
  show: toFormTemplateVersion,
})

export const loadVersion = versions.load
export const getFormTemplateVersion = versions.get

/** The questions of a response, taken from its version of the template. */
export const loadDefinition = async (
  reader: Reader,
  { templateId, templateVersion }: { templateId: string; templateVersion: number },
) => definitionOf(await loadVersion(reader, { id: templateId, number: templateVersion }))
