import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const delegatedKeys = defineResource({
  records: {
    authorizationCode: {
      prefix: 'auc',
      table: 'authorization_codes',
      readBy: 'users',
      audit: ['userId', 'sessionId', 'scopes', 'days', 'expiresAt', 'usedAt', 'keyId'],
    },
  },
  tables: {
    authorization_codes: { withoutPersonalData: STAFF },
  },
})
