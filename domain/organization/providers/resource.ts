import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'
import { STAFF } from '#vocabulary/person-table.ts'

export const providers = defineResource({
  permissions: {
    providers: {
      about: 'providers and what they offer',
      withoutFreshProof: `${DAILY_SETTINGS}; restoring requires a proof, because the provider sees children again`,
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
      audit: [
        'languages',
        'locationIds',
        'calendar',
        'status',
        'suspendedAt',
        'suspensionReason',
        'profession',
        'ageRange.*',
        'modalities',
        'acceptsNewClients',
        'caseloadLimit',
        'archivedAt',
      ],
    },
  },
  tables: {
    providers: { withoutPersonalData: STAFF },
  },
  constraints: {
    providers_npi_key: {
      code: 'already_exists',
      path: 'npi',
      message:
        'Another provider already has this identifier. Change that provider; if it is archived, restore it first.',
    },
  },
})
