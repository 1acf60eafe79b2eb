export const INVITATION_STEP = 'invitation'
export const DECISION_STEP = 'decision-notice'
export const CANCELLATION_NOTICE_STEP = 'cancellation-notice'

/** Steps that tell a family what became of an appointment. */
export const NOTICE_STEPS: ReadonlySet<string> = new Set([
  INVITATION_STEP,
  CANCELLATION_NOTICE_STEP,
  DECISION_STEP,
])
