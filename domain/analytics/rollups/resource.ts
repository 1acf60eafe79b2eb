import { PLUMBING, SUMS } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const rollups = defineResource({
  tables: {
    analytics_changes: { withoutPersonalData: PLUMBING },
    analytics_days: { withoutPersonalData: SUMS },
    analytics_months: { withoutPersonalData: SUMS },
    analytics_rebuilds: { withoutPersonalData: PLUMBING },
  },
})
