import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const users = defineResource({
  permissions: {
    users: {
      about: 'the people who work in the centre: their roles, invitations and sessions',
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    user: {
      prefix: 'usr',
      table: 'users',
      announced: { events: ['updated'], optionalIds: ['providerId'], example: 'roles' },
      audit: [
        'status',
        'roles',
        'providerId',
        'locationIds',
        'invitedAt',
        'activatedAt',
        'deactivatedAt',
      ],
    },
  },
  tables: {
    users: { withoutPersonalData: STAFF },
  },
  constraints: {
    users_email: {
      code: 'already_exists',
      path: 'email',
      message:
        'The centre already has a user with this address. Change that user, or use another address.',
    },
    users_provider: {
      code: 'already_exists',
      path: 'providerId',
      message: 'Another user is already linked to this provider.',
    },
    users_last_owner: {
      code: 'last_owner',
      message: 'This is the last active owner of the centre. Make another user an owner first.',
    },
  },
})
