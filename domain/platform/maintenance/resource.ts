import { defineResource } from '#vocabulary/resource.ts'

export const maintenance = defineResource({
  tables: {
    _prisma_migrations: { withoutPersonalData: 'the platform’s own' },
  },
})
