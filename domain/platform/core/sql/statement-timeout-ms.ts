/** Milliseconds until the server cancels a statement; an idle open transaction ends after twice as many. */
export const STATEMENT_TIMEOUT_MS = 15_000
