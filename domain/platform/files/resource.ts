import { PLUMBING } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const files = defineResource({
  tables: {
    file_removals: { withoutPersonalData: PLUMBING },
  },
})
