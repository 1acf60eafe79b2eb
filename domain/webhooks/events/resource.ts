import { defineResource } from '#vocabulary/resource.ts'

export const events = defineResource({
  permissions: {
    events: {
      about: 'events, as endpoints receive them',
      centreOnly: ['read', 'write'],
      roles: { read: ['AUDITOR'], write: ['ADMINISTRATOR'] },
      scopes: { webhooks: ['read', 'write'] },
    },
  },
  records: {
    event: { prefix: 'evt' },
  },
})
