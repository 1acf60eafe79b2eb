import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const ssoConnections = defineResource({
  permissions: {
    'sso-connections': {
      about: "the centre's own identity providers for signing in",
      centreOnly: ['read', 'write'],
      // A connection can sign in as anybody, so only owners manage it.
      freshProof: true,
      roles: { read: ['ADMINISTRATOR', 'AUDITOR'], write: [] },
      scopes: { admin: ['read', 'write'] },
    },
  },
  records: {
    ssoConnection: {
      prefix: 'sso',
      table: 'sso_connections',
      audit: [
        'issuer',
        'clientId',
        'scopes',
        'emailDomains',
        'domainProofs',
        'roleClaim',
        'defaultRoles',
        'createsUsers',
        'trustsEmails',
        'isRequired',
        'acrValues',
        'maxAgeSeconds',
        'archivedAt',
      ],
    },
  },
  tables: {
    sso_connections: { withoutPersonalData: STAFF },
    sso_domains: { withoutPersonalData: STAFF },
  },
  constraints: {
    sso_domains_domain: {
      code: 'already_exists',
      path: 'domain',
      message:
        'Another connection has already proved this domain. Archive that connection first, or ask the platform’s operator.',
    },
  },
})
