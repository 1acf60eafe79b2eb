import type { CustomFieldDefinition as DefinitionModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadCustomField } from './queries.ts'
import { toCustomField, type CustomField } from './schemas.ts'

/** How a definition is loaded, written and shown by the verbs that change it. */
export const customFieldRecord: RecordKind<
  DefinitionModel,
  Prisma.CustomFieldDefinitionUncheckedUpdateInput,
  CustomField
> = {
  type: 'customFieldDefinition',
  table: 'custom_field_definitions',
  permission: 'custom-fields:write',
  load: loadCustomField,
  update: (tx, id, data) => tx.db.customFieldDefinition.update({ where: keyOf(tx, id), data }),
  show: toCustomField,
}
