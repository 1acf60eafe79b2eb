import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { CustomFieldRule } from './rules.ts'
import { CustomFieldResource, toCustomField } from './schemas.ts'

export const CustomFieldQuery = listQuery(
  'customFieldDefinition',
  ['-createdAt', 'createdAt', 'key'],
  {
    resource: anyOf(CustomFieldResource, 'Returns only fields of this kind of record.'),
    ...archivedQuery,
  },
)
export type CustomFieldQuery = z.infer<typeof CustomFieldQuery>

const customFields = recordQueries({
  permission: 'custom-fields:read',
  name: 'custom field',
  find: ({ db }, selection: Selection<Prisma.CustomFieldDefinitionWhereInput>) =>
    db.customFieldDefinition.findMany(selection),
  show: each(toCustomField),
})

export const loadCustomField = customFields.load
export const getCustomField = customFields.get
export const listCustomFields = customFields.list((query: CustomFieldQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'resource'),
}))

/** The centre's custom fields for a kind of record, including archived ones. */
export const loadCustomFieldRules = (
  reader: Reader,
  resource: (typeof CustomFieldResource)[number],
): Promise<CustomFieldRule[]> =>
  reader.sql<CustomFieldRule>(
    `SELECT key, type, options, required, archived_at IS NOT NULL AS archived FROM custom_field_definitions
     WHERE tenant_id = $1 AND resource = $2 ORDER BY id`,
    [reader.tenantId, resource],
  )
