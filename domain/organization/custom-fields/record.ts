import type { CustomFieldDefinition as DefinitionModel, Prisma } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadCustomField } from './queries.ts'
import { toCustomField, type CustomField } from './schemas.ts'
import { assertFieldFree } from './create-custom-field.ts'

/** How a definition is loaded, written and shown by the verbs that change it. */
export const customFieldRecord: ArchivableKind<
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
  // Records keep the values of an archived field, but new values are refused.
  archiving,
  restoring: {
    fields: async (before, tx) => {
      if (before.archivedAt) await assertFieldFree(tx, before.resource as CustomField['resource'])
      return restoring.fields()
    },
  },
}
