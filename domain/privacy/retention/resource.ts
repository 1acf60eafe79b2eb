import { defineResource } from '#vocabulary/resource.ts'

export const retention = defineResource({
  permissions: {
    'retention-policy': {
      about: 'how long the centre keeps records',
      centreOnly: ['write'],
      freshProof: true,
      roles: { read: ['AUDITOR', 'READ_ONLY'], write: ['ADMINISTRATOR'] },
      scopes: { admin: ['read', 'write'] },
    },
  },
})
