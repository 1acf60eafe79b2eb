import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const signIn = defineResource({
  records: {
    signInLink: {
      prefix: 'sil',
      table: 'sign_in_links',
      readBy: 'users',
      audit: ['userId', 'purpose', 'expiresAt', 'usedAt'],
    },
  },
  tables: {
    sign_in_links: { withoutPersonalData: STAFF },
  },
})
