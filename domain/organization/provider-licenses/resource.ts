import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { STAFF } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const providerLicenses = defineResource({
  permissions: {
    'provider-licenses': {
      about: 'licenses of providers and who verified them',
      withoutFreshProof: DAILY_SETTINGS,
      roles: {
        read: ['SCHEDULER', 'BILLER', 'AUDITOR', 'READ_ONLY'],
        write: ['ADMINISTRATOR', 'MARKETPLACE_MANAGER'],
      },
      scopes: { providers: ['read', 'write'] },
    },
  },
  records: {
    providerLicense: {
      prefix: 'lic',
      table: 'provider_licenses',
      announced: {
        as: 'provider_license',
        events: ['created', 'updated', 'archived', 'restored'],
        ids: ['providerId'],
        example: 'expiresOn',
      },
      audit: [
        'providerId',
        'profession',
        'state',
        'issuedOn',
        'expiresOn',
        'verificationStatus',
        'verificationMethod',
        'verifiedAt',
        'verifiedBy',
        'verifiedAlone',
        'verificationSource',
        'checkedAt',
        'checkNumber',
        'archivedAt',
      ],
    },
  },
  tables: {
    provider_licenses: { withoutPersonalData: STAFF },
  },
  constraints: {
    provider_licenses_number: {
      code: 'already_exists',
      path: 'number',
      message:
        'A license for this state and profession with this number already exists. Change that license, or archive it first.',
    },
  },
})
