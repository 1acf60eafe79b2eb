import type { ErrorCode } from '#platform/core/errors/error-codes.ts'

/** Possible errors of a change. */
export const CHANGE_ERRORS = [
  'not_found',
  'precondition_failed',
] as const satisfies readonly ErrorCode[]

/** …including disallowed states. */
export const TRANSITION_ERRORS = [
  ...CHANGE_ERRORS,
  'invalid_transition',
] as const satisfies readonly ErrorCode[]

/** …of a signed record: signatures that contradict its state show a change of the database. */
export const SIGNED_TRANSITION_ERRORS = [
  ...TRANSITION_ERRORS,
  'record_altered',
] as const satisfies readonly ErrorCode[]
