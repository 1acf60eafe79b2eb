import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const labels = defineResource({
  permissions: {
    labels: {
      about: 'labels, by which the centre sorts children',
      centreOnly: ['write'],
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { children: ['read', 'write'], admin: ['read', 'write'] },
    },
  },
  records: {
    label: { prefix: 'lbl', table: 'labels', referable: true, audit: ['archivedAt'] },
  },
  tables: {
    labels: { withoutPersonalData: CENTRE },
  },
  constraints: {
    labels_name: {
      code: 'already_exists',
      path: 'name',
      message: 'A label with this name already exists. It may be archived.',
    },
  },
})
