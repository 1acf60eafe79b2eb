import type { ChildListener } from '#people/children/listeners.ts'
import { rearmChild } from './rearm.ts'

/** Updates assessments that are due at an age, and pauses the assessments of an archived child. */
export const assessmentScheduleChildListener: ChildListener = {
  birthDateChanged: rearmChild,
  standingChanged: rearmChild,
}
