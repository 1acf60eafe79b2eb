import { defineResource } from '#vocabulary/resource.ts'
import { STAFF } from '#vocabulary/person-table.ts'

export const providers = defineResource({
  permissions: {
    providers: {
      about: 'providers and what they offer',
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR', 'MARKETPLACE_MANAGER'] },
      scopes: { providers: ['read', 'write'] },
    },
  },
  records: {
    provider: {
      prefix: 'prv',
      table: 'providers',
      referable: true,
      announced: { events: ['created', 'updated', 'archived', 'restored'], example: 'locationIds' },
      audit: ['languages', 'locationIds', 'calendar', 'archivedAt'],
    },
  },
  tables: {
    providers: { withoutPersonalData: STAFF },
  },
})
