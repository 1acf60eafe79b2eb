import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const splitTerms = defineResource({
  permissions: {
    'split-terms': {
      about: 'how family payments are split',
      centreOnly: ['read', 'write'],
      freshProof: true,
      roles: { read: ['BILLER', 'AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { marketplace: ['read', 'write'] },
    },
  },
  records: {
    splitTerms: {
      prefix: 'spt',
      table: 'split_terms',
      audit: [
        'providerId',
        'serviceId',
        'currency',
        'startsOn',
        'shares.*',
        'tiers.*',
        'recognition',
        'reserve.*',
        'createdBy',
      ],
    },
  },
  tables: { split_terms: { withoutPersonalData: CENTRE } },
  constraints: {
    split_terms_scope: {
      code: 'already_exists',
      path: 'startsOn',
      message: 'Terms for this provider, service and currency from this day on already exist.',
    },
  },
})
