import { TAKES_SLOT } from '../slots/appointment-status.ts'

/** Whether a row occupies its slot at an instant: an expired hold does not, even before it is released. */
export const liveAt = (now: string) =>
  `a.status IN ${TAKES_SLOT} AND (a.status <> 'HELD' OR a.held_until > ${now})`
