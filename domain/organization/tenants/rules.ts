/**
 * What holds in a centre until it decides otherwise (`PATCH /v1/organization` and the settings that it names). The
 * database has the same defaults for the columns that have one; a test compares both.
 */
export const TENANT_DEFAULTS = {
  /** Reminders of an appointment: two days and two hours before. */
  reminderOffsetsMinutes: [48 * 60, 2 * 60],
  /** Nobody is written to at night. */
  quietHoursStartTime: '21:00',
  quietHoursEndTime: '07:00',
  messageLanguage: 'en',
  /** Reminders of a consent: days before it expires. */
  consentReminderDays: [30, 7],
  noShowMode: 'MARK',
  noShowGraceMinutes: 30,
  completionMode: 'MARK',
  completionDelayMinutes: 60,
  /** How long records are kept: see privacy/retention. */
  clinicalRetentionYears: 10,
  childRetentionAge: 25,
  financialRetentionYears: 8,
  sessionIdleMinutes: 60,
  sessionLongestHours: 12,
  delegatedKeyLongestDays: 30,
  secondFactor: 'NONE',
  agents: 'PROPOSE',
  smallFiguresWithheld: false,
  /** How long a payout account that replaces another is not paid to. */
  payoutCoolingOffDays: 3,
}
