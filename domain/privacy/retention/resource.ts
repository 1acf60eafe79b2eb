import { defineResource } from '#vocabulary/resource.ts'

export const retention = defineResource({
  permissions: {
    'retention-policy': {
      about: 'how long the centre keeps records',
      centreOnly: ['write'],
      scopes: { admin: ['read', 'write'] },
    },
  },
})
