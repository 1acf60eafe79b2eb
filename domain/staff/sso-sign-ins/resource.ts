import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const ssoSignIns = defineResource({
  records: {
    ssoSignIn: {
      prefix: 'ssi',
      table: 'sso_sign_ins',
      readBy: 'users',
      audit: ['connectionId', 'expiresAt', 'usedAt'],
    },
  },
  tables: {
    sso_sign_ins: { withoutPersonalData: STAFF },
  },
})
