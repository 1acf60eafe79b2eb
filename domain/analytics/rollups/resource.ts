import { CENTRE, PLUMBING } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const rollups = defineResource({
  tables: {
    analytics_changes: { withoutPersonalData: PLUMBING },
    analytics_days: { withoutPersonalData: CENTRE },
    analytics_months: { withoutPersonalData: CENTRE },
    analytics_rebuilds: { withoutPersonalData: PLUMBING },
  },
})
