import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import type { CustomFieldRule } from './rules.ts'
import { CustomFieldResource, toCustomField } from './schemas.ts'

export const CustomFieldQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'key'),
  resource: z
    .enum(CustomFieldResource)
    .optional()
    .meta({ description: 'Only fields of this kind of record.' }),
  ...archivedQuery,
})
export type CustomFieldQuery = z.infer<typeof CustomFieldQuery>

export const getCustomField = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'custom-fields:read', async (reader) =>
    toCustomField(await loadCustomField(reader, id)),
  )

export const listCustomFields = (ctx: Context, query: CustomFieldQuery) =>
  read(ctx, 'custom-fields:read', (reader) => {
    const { resource } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(resource && { resource }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.customFieldDefinition.findMany({
          where: { AND: [filter, where] },
          orderBy,
          take,
        }),
      toCustomField,
    )
  })

export const loadCustomField = async (reader: Reader, id: string) => {
  const row = await reader.db.customFieldDefinition.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('custom field')
  return row
}

/** What the centre has defined for a kind of record. */
export const loadCustomFieldRules = (
  reader: Reader,
  resource: (typeof CustomFieldResource)[number],
): Promise<CustomFieldRule[]> =>
  reader.sql<CustomFieldRule>(
    `SELECT key, type, options, required FROM custom_field_definitions
     WHERE tenant_id = $1 AND resource = $2 AND archived_at IS NULL ORDER BY id`,
    [reader.tenantId, resource],
  )
