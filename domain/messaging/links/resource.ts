import { defineResource } from '#vocabulary/resource.ts'
import { about, is } from '#vocabulary/condition.ts'
import { of } from '#vocabulary/erasing.ts'
import { atOnce } from '#vocabulary/person-table.ts'

export const links = defineResource({
  records: {
    oneTimeLink: {
      prefix: 'lnk',
      table: 'one_time_links',
      audit: [
        'purpose',
        'subjectType',
        'subjectId',
        'recipientId',
        'language',
        'expiresAt',
        'usedAt',
      ],
    },
  },
  tables: {
    one_time_links: {
      child: of(about, atOnce),
      client: of(is('recipient_id'), atOnce),
      hasNoId: true,
      allowedWhileRestricted: 'open ones are used up',
    },
  },
})
