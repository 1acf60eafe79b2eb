import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const roles = defineResource({
  permissions: {
    roles: {
      about: "roles of people: the platform's and the centre's own",
      centreOnly: ['write'],
      freshProof: true,
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    role: {
      prefix: 'rol',
      table: 'roles',
      referable: true,
      announced: {
        events: ['created', 'updated', 'archived', 'restored'],
        example: 'permissions',
      },
      audit: ['sight', 'permissions', 'archivedAt'],
    },
  },
  tables: {
    roles: { withoutPersonalData: STAFF },
  },
  constraints: {
    roles_name: {
      code: 'already_exists',
      path: 'name',
      message: 'The centre already has a role with this name. Choose another name.',
    },
  },
})
