import type { ChildListener } from '#people/children/listeners.ts'
import { rearmChild } from './rearm.ts'

/** Updates assessments due at an age, and pauses those of an archived child. */
export const assessmentScheduleChildListener: ChildListener = {
  birthDateChanged: rearmChild,
  standingChanged: rearmChild,
}
