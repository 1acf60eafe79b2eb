import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const apiKeys = defineResource({
  permissions: {
    'api-keys': {
      about: 'API keys: permissions, bounds and expiry',
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    apiKey: {
      prefix: 'key',
      table: 'api_keys',
      audit: [
        'scopes',
        'resources',
        'methods',
        'ipRanges',
        'providerId',
        'rateLimitPerMinute',
        'expiresAt',
        'revokedAt',
      ],
    },
  },
  tables: {
    api_keys: { withoutPersonalData: STAFF },
  },
})
