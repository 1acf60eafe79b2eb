import { PLUMBING, STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const passkeys = defineResource({
  permissions: {
    passkeys: {
      about: "one's own passkeys, and of who may manage users those of all",
      inPersonOnly: ['write'],
      withoutFreshProof:
        'the verb itself asks for a proof of the last ten minutes; renaming a passkey takes none',
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
      message: 'This passkey is registered already. Sign in with it, or register another.',
    },
  },
})
