import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const customFields = defineResource({
  permissions: {
    'custom-fields': {
      about: "definitions of the centre's own fields of clients",
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { clients: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    customFieldDefinition: {
      prefix: 'cfd',
      table: 'custom_field_definitions',
      audit: ['resource', 'label', 'type', 'options', 'required', 'archivedAt', 'key'],
    },
  },
  tables: {
    custom_field_definitions: { withoutPersonalData: CENTRE },
  },
  constraints: {
    custom_field_definitions_key: {
      code: 'already_exists',
      path: 'key',
      message: 'A custom field with this key already exists. Choose another key.',
    },
  },
})
