import { defineResource } from '#vocabulary/resource.ts'
import { CENTRE } from '#vocabulary/person-table.ts'

export const tenants = defineResource({
  permissions: {
    organization: {
      about: 'the centre itself: name, time zone, currency, sessions of people, agents',
      centreOnly: ['write'],
      inPersonOnly: ['write'],
      roles: { read: 'EVERYBODY', write: ['ADMINISTRATOR'] },
      scopes: { bookings: ['read'], admin: ['read', 'write'] },
    },
  },
  records: {
    tenant: {
      prefix: 'ten',
      table: 'tenants',
      announced: { as: 'organization', events: ['updated'], example: 'defaultTimeZone' },
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
        'sessionIdleMinutes',
        'sessionLongestHours',
        'delegatedKeyLongestDays',
        'agents',
        'status',
        'suspendedAt',
        'resumedAt',
        'childRetentionAge',
        'financialRetentionYears',
        'closures',
        'holdsReleased',
        'filesRemoved',
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
