import { HOUR_MS } from '#platform/core/time/time.ts'

/** Events per transaction; the others wait for the next one. */
export const EVENTS_AT_ONCE = 20

/** Maximum depth of runs that cause each other. */
export const MOST_DEPTH = 3

/** A scheduled time older than this was missed, and the agent does not start for it. */
export const MISSED_MS = HOUR_MS
