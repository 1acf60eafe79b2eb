/**
 * How long a test waits for what another process or server does. It bounds only what never comes: a busy machine takes
 * many times as long as a quiet one.
 */
export const LONGEST_WAIT_MS = 240_000
