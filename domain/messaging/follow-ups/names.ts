/** The kinds of follow-ups, each with the name of its workflow: what the API's `kind` may be. */
export const FOLLOW_UP_NAMES = [
  'appointmentLifecycle',
  'appointmentFollowUp',
  'waitlistOffer',
  'agentRun',
  'assessmentReminder',
  'breakGlassReview',
  'childProgressFollowUp',
  'consentExpiry',
  'earlyInterventionCheckIn',
  'formChase',
  'restrictionLifting',
  'sessionFollowUp',
  'treatmentCycle',
] as const

export type FollowUpName = (typeof FOLLOW_UP_NAMES)[number]
