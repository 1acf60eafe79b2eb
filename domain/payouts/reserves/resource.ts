import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const reserves = defineResource({
  records: {
    reserve: {
      prefix: 'rsv',
      table: 'reserves',
      audit: [
        'settlementId',
        'providerId',
        'currency',
        'amountMinor',
        'releasedMinor',
        'days',
        'releasesOn',
        'counts',
      ],
    },
    reserveRelease: { prefix: 'rsr', table: 'reserve_releases' },
  },
  tables: {
    reserves: { withoutPersonalData: CENTRE },
    reserve_releases: { withoutPersonalData: CENTRE },
  },
})
