import { upperSnake } from '#platform/core/records/upper-snake.ts'

/** The names of the workflows that are follow-ups. */
export const FOLLOW_UP_NAMES = [
  'appointmentCancellation',
  'appointmentLifecycle',
  'appointmentFollowUp',
  'waitlistOffer',
  'assessmentReminder',
  'breakGlassReview',
  'childProgressFollowUp',
  'consentExpiry',
  'disputeResponse',
  'earlyInterventionCheckIn',
  'erasureApproval',
  'formChase',
  'invoiceDunning',
  'leadQualification',
  'licenseReview',
  'packageExpiry',
  'providerOnboarding',
  'restrictionLifting',
  'sessionFollowUp',
  'treatmentCycle',
] as const

export type FollowUpName = (typeof FOLLOW_UP_NAMES)[number]

/** Values of `kind` in the API: the workflow's name in upper snake case. */
export const FOLLOW_UP_KINDS = FOLLOW_UP_NAMES.map((name) => upperSnake(name))
