import { upperSnake } from '#platform/core/records/upper-snake.ts'

/** The workflows that are follow-ups, by name. */
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

/** What the API's `kind` may be: the name of the workflow, as the API writes kinds. */
export const FOLLOW_UP_KINDS = FOLLOW_UP_NAMES.map((name) => upperSnake(name))
