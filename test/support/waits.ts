/**
 * How long a test waits for another process or server. It only limits what never comes: a busy machine is many
 * times slower than a quiet one.
 */
export const LONGEST_WAIT_MS = 240_000
