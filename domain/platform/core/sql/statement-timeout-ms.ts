/** Milliseconds after which the server gives up a statement; an open transaction that does nothing, after twice as many. */
export const STATEMENT_TIMEOUT_MS = 15_000
