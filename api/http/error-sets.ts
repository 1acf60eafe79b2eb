import type { ErrorCode } from '#platform/core/errors/error-codes.ts'

/** The errors that a change can return. */
export const CHANGE_ERRORS = [
  'not_found',
  'precondition_failed',
] as const satisfies readonly ErrorCode[]

/** The errors of a change that can also be refused because of the state. */
export const TRANSITION_ERRORS = [
  ...CHANGE_ERRORS,
  'invalid_transition',
] as const satisfies readonly ErrorCode[]

/** The errors of a change of a signed record. If signatures contradict its state, the database was changed. */
export const SIGNED_TRANSITION_ERRORS = [
  ...TRANSITION_ERRORS,
  'record_altered',
] as const satisfies readonly ErrorCode[]
