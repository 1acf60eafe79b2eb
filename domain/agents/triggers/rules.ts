import { HOUR_MS } from '#platform/core/time/time.ts'

/** Maximum number of events per transaction; the others wait for the next one. */
export const EVENTS_AT_ONCE = 20

/** Maximum length of a chain of runs that cause each other. */
export const MOST_DEPTH = 3

/** An agent no longer starts for a scheduled time older than this; it counts as missed. */
export const MISSED_MS = HOUR_MS

/** Filtered events in a row that are enough to notify people, and for how many days nothing must have started. */
export const ENOUGH_FILTERED = 10
export const QUIET_DAYS = 7
