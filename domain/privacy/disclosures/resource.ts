import { defineResource } from '#vocabulary/resource.ts'

export const disclosures = defineResource({
  permissions: {
    disclosures: {
      about: 'who saw which records of a child',
      centreOnly: ['read'],
      roles: { read: ['ADMINISTRATOR', 'AUDITOR'] },
      scopes: { audit: ['read'] },
    },
  },
})
