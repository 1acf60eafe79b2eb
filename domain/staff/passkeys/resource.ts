import { PLUMBING, STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const passkeys = defineResource({
  permissions: {
    passkeys: {
      about: 'your own passkeys; with permission to manage users, everyone’s',
      inPersonOnly: ['write'],
      withoutFreshProof:
        'the verb itself requires a proof of the last ten minutes; renaming a passkey requires none',
      roles: { read: 'EVERYBODY', write: 'EVERYBODY' },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    passkey: {
      prefix: 'psk',
      table: 'passkeys',
      audit: ['userId', 'transports', 'isBackedUp', 'revokedAt'],
    },
  },
  tables: {
    passkeys: { withoutPersonalData: STAFF },
    recovery_codes: { withoutPersonalData: STAFF },
    passkey_challenges: { withoutPersonalData: PLUMBING },
  },
  constraints: {
    passkeys_credential: {
      code: 'already_exists',
      path: 'credential',
      message: 'This passkey is already registered. Sign in with it, or register another passkey.',
    },
  },
})
