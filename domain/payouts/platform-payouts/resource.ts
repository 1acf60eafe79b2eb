import { CENTRE } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const platformPayouts = defineResource({
  records: {
    platformPayout: {
      prefix: 'plp',
      table: 'platform_payouts',
      audit: [
        'status',
        'currency',
        'amountMinor',
        'settlements',
        'requestedBy',
        'approvedBy',
        'approvedAt',
        'approvedAlone',
      ],
    },
  },
  tables: { platform_payouts: { withoutPersonalData: CENTRE } },
  constraints: {
    platform_payouts_draft: {
      code: 'settlement_in_progress',
      message: 'There is a draft for the platform in this currency. Approve or cancel it first.',
    },
  },
})
