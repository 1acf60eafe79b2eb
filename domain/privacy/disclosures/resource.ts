import { defineResource } from '#vocabulary/resource.ts'

export const disclosures = defineResource({
  permissions: {
    disclosures: {
      about: 'who saw what of a child',
      centreOnly: ['read'],
      roles: { read: ['ADMINISTRATOR', 'AUDITOR'] },
      scopes: { audit: ['read'] },
    },
  },
})
