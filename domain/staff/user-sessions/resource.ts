import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const userSessions = defineResource({
  permissions: {
    me: {
      about: 'your own user and permissions',
      roles: { read: 'EVERYBODY' },
      scopes: {
        children: ['read'],
        clients: ['read'],
        bookings: ['read'],
        sessions: ['read'],
        cosignatures: ['read'],
        'signatures-on-behalf': ['read'],
        providers: ['read'],
        payments: ['read'],
        webhooks: ['read'],
        ai: ['read'],
        audit: ['read'],
        admin: ['read'],
      },
    },
    'user-sessions': {
      about: 'your own sessions; with permission to manage users, everyone’s',
      withoutFreshProof:
        'ends sessions: a user whose session was stolen must be able to end it at once',
      roles: { read: 'EVERYBODY', write: 'EVERYBODY' },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    userSession: {
      prefix: 'uss',
      table: 'user_sessions',
      readBy: 'user-sessions',
      audit: [
        'userId',
        'method',
        'scopes',
        'awaitsFactor',
        'authenticatedAt',
        'expiresAt',
        'revokedAt',
      ],
    },
  },
  tables: {
    user_sessions: { withoutPersonalData: STAFF },
  },
})
