import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { PLUMBING, STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const notifications = defineResource({
  permissions: {
    notifications: {
      about:
        'when you are told what waits for you; with permission to manage users, when anybody is',
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: 'EVERYBODY', write: 'EVERYBODY' },
      scopes: { admin: ['read', 'write'] },
    },
  },
  tables: {
    notification_choices: { withoutPersonalData: STAFF },
    worklist_notices: { withoutPersonalData: PLUMBING },
  },
})
