import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const tenants = defineResource({
  records: {
    tenant: {
      prefix: 'ten',
      table: 'tenants',
      audit: [
        'defaultTimeZone',
        'currency',
        'reminderOffsetsMinutes',
        'noShowMode',
        'noShowGraceMinutes',
        'completionMode',
        'completionDelayMinutes',
        'messageLanguage',
        'consentReminderDays',
        'quietHoursStartTime',
        'quietHoursEndTime',
        'invitationsSince',
        'clinicalRetentionYears',
        'rateLimitPerMinute',
        'childRetentionAge',
        'financialRetentionYears',
        'closures',
        'holdsReleased',
        'due',
        'dueWithinDays',
        'instrumentId',
        'limit',
        'providerId',
        'woken',
      ],
    },
  },
  tables: {
    tenants: { withoutPersonalData: CENTRE },
  },
})
