import type { AppointmentStatus } from '../slots/appointment-status.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { planMissingNote } from '#clinical/notes/missing-note-plan.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'

const HOUR_MINUTES = 60

export const FEEDBACK_STEP = 'feedback-request'
export const REBOOKING_STEP = 'rebooking-offer'

/** How long after the completion feedback is requested. */
const FEEDBACK_DELAY_MINUTES = 2 * HOUR_MINUTES
const REBOOKING_DELAY_MINUTES = 48 * HOUR_MINUTES

export interface FollowUpFacts extends Quiet {
  status: AppointmentStatus
  /** When the appointment entered its status. */
  statusChangedAt: Date
  /** Whether the visit was recorded after it: families are asked for nothing about it. */
  isLateEntry: boolean
}

/** The follow-up steps of a completed appointment; none after an undo. Pure. */
export const planAfterVisit = (facts: FollowUpFacts): PlannedStep[] => {
  if (facts.status !== 'COMPLETED') return []
  const step = (name: string, minutes: number) =>
    afterQuiet(name, addMinutes(facts.statusChangedAt, minutes), facts)
  const missingNote = planMissingNote(facts.statusChangedAt, facts)
  if (facts.isLateEntry) return missingNote
  return [
    step(FEEDBACK_STEP, FEEDBACK_DELAY_MINUTES),
    ...missingNote,
    step(REBOOKING_STEP, REBOOKING_DELAY_MINUTES),
  ]
}
