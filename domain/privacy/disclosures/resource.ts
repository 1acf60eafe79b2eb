import { defineResource } from '#vocabulary/resource.ts'

export const disclosures = defineResource({
  permissions: {
    disclosures: {
      about: 'who saw what of a child',
      centreOnly: ['read'],
      scopes: { audit: ['read'] },
    },
  },
})
