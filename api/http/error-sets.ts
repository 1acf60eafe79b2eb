import type { ErrorCode } from '#platform/core/errors/error-codes.ts'

/** What a change of one record may answer with. */
export const CHANGE_ERRORS = [
  'not_found',
  'precondition_failed',
] as const satisfies readonly ErrorCode[]

/** …where its state may not allow it. */
export const TRANSITION_ERRORS = [
  ...CHANGE_ERRORS,
  'invalid_transition',
] as const satisfies readonly ErrorCode[]
