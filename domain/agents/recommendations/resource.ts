import { defineResource } from '#vocabulary/resource.ts'

export const recommendations = defineResource({
  permissions: {
    recommendations: {
      about: 'what is best done next, of the records that the caller may read',
      roles: { read: 'EVERYBODY' },
      scopes: { ai: ['read'] },
    },
  },
})
