import type { ChildListener } from '#people/children/listeners.ts'
import { rearmChild } from './rearm.ts'

/** What is due at an age is due on another day; what is due of an archived child waits. */
export const assessmentScheduleChildListener: ChildListener = {
  birthDateChanged: rearmChild,
  standingChanged: rearmChild,
}
