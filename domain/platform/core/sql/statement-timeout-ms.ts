/**
 * The time after which the server cancels a statement, in milliseconds. An idle open transaction ends after
 * twice this time.
 */
export const STATEMENT_TIMEOUT_MS = 15_000
