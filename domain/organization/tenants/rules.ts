/**
 * The defaults of a centre (`PATCH /v1/organization` and the settings that it lists). Database columns have the
 * same defaults; a test compares them.
 */
export const TENANT_DEFAULTS = {
  /** Reminders of an appointment: two days and two hours before. */
  reminderOffsetsMinutes: [48 * 60, 2 * 60],
  /** Nobody is contacted at night. */
  quietHoursStartTime: '21:00',
  quietHoursEndTime: '07:00',
  messageLanguage: 'en',
  /** Reminders of a consent, in days before it expires. */
  consentReminderDays: [30, 7],
  /** What families can do on the page that a reminder links to. */
  reminderAnswers: ['CONFIRM', 'CANCEL', 'RESCHEDULE'],
  /** When daily e-mails of the worklist go out. */
  digestTime: '08:00',
  messageHoldMinutes: 2,
  messagesPerHour: 20,
  messageLinkHosts: [],
  noShowMode: 'MARK',
  noShowGraceMinutes: 30,
  completionMode: 'MARK',
  completionDelayMinutes: 60,
  /** Retention periods: see privacy/retention. */
  clinicalRetentionYears: 10,
  childRetentionAge: 25,
  financialRetentionYears: 8,
  sessionIdleMinutes: 60,
  sessionLongestHours: 12,
  delegatedKeyLongestDays: 30,
  secondFactor: 'NONE',
  agents: 'PROPOSE',
  smallFiguresWithheld: false,
  /** How many days a replacement payout account must wait before it is paid. */
  payoutCoolingOffDays: 3,
  soleApprovals: false,
  /** How long the only person of a centre waits before they do what needs a second person. */
  soleApprovalsWaitHours: 24,
  /** How many days later a visit that took place can be recorded. */
  lateEntryDays: 30,
}
