import { empty, of } from '#vocabulary/erasing.ts'
import { CLAIMS, ofClient } from '#vocabulary/person-table.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const dunnings = defineResource({
  records: {
    dunning: {
      prefix: 'dun',
      table: 'dunnings',
      readBy: 'invoices',
      audit: [
        'invoiceId',
        'payerId',
        'clientId',
        'status',
        'reminders.*',
        'holdReason',
        'resumesOn',
        'resumedAt',
        'stopReason',
      ],
    },
  },
  tables: {
    dunnings: {
      client: of(ofClient, empty('FINANCIAL', 'hold_note', 'stop_note')),
      nonPersonalColumns: ['status', 'levels', 'reminders', 'hold_reason', 'stop_reason'],
      notFrozen: CLAIMS,
    },
  },
})
