import { defineResource } from '#vocabulary/resource.ts'

export const metrics = defineResource({
  permissions: {
    analytics: {
      about: 'figures for all locations, and the definitions of metrics',
      withoutFreshProof: 'a question about figures: it changes nothing',
      roles: {
        read: [
          'SCHEDULER',
          'EARLY_INTERVENTION_COORDINATOR',
          'BILLER',
          'MARKETPLACE_MANAGER',
          'AUDITOR',
          'READ_ONLY',
        ],
        write: ['ADMINISTRATOR'],
      },
      scopes: { analytics: ['read', 'write'] },
    },
  },
})
