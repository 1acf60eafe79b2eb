export const DECISION_STEP = 'decision-notice'
export const CANCELLATION_NOTICE_STEP = 'cancellation-notice'

/** What tells a family that its appointment is off. */
export const NOTICE_STEPS: ReadonlySet<string> = new Set([CANCELLATION_NOTICE_STEP, DECISION_STEP])
