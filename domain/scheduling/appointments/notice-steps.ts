export const DECISION_STEP = 'decision-notice'
export const CANCELLATION_NOTICE_STEP = 'cancellation-notice'

/** Steps that notify a family of a cancellation. */
export const NOTICE_STEPS: ReadonlySet<string> = new Set([CANCELLATION_NOTICE_STEP, DECISION_STEP])
