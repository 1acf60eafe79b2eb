import { HOUR_MS } from '#platform/core/time/time.ts'

/** Events that one transaction looks at; the others wait for the next one. */
export const EVENTS_AT_ONCE = 20

/** Runs that may cause each other: a run caused by a run caused by a run is the last, or there would be no end. */
export const MOST_DEPTH = 3

/** A scheduled time that is so long ago was missed: the agent does not start for it. */
export const MISSED_MS = HOUR_MS
