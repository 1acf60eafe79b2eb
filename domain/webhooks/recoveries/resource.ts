import { defineResource } from '#vocabulary/resource.ts'
import { PLUMBING } from '#vocabulary/person-table.ts'

export const recoveries = defineResource({
  records: {
    webhookRecovery: {
      readBy: 'webhook-endpoints',
      prefix: 'whr',
      table: 'webhook_recoveries',
      audit: [
        'endpointId',
        'startsAt',
        'endsAt',
        'status',
        'statusReason',
        'events',
        'deliveries',
        'finishedAt',
      ],
    },
  },
  tables: {
    webhook_recoveries: { withoutPersonalData: PLUMBING },
  },
})
