import { addMinutes } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'

const DAY_MINUTES = 24 * 60

const ASK_STEP = 'ask'
export const REMIND_STEP = 'remind'
export const ESCALATE_STEP = 'escalate'

/** Delays after the finding. */
const REMIND_DELAY_MINUTES = 3 * DAY_MINUTES
const ESCALATE_DELAY_MINUTES = 7 * DAY_MINUTES

export interface ReviewFacts extends Quiet {
  /** The status of the review. There is one review per finding. */
  status: string
  /** When the measurements showed the finding. */
  foundAt: Date
}

/**
 * Plans to ask the therapist, to remind them, and then to notify the supervisor. There are no steps once the
 * review is answered. Pure.
 */
export const planReview = (facts: ReviewFacts): PlannedStep[] => {
  if (facts.status !== 'OPEN') return []
  const step = (name: string, minutes: number) =>
    afterQuiet(name, addMinutes(facts.foundAt, minutes), facts)
  return [
    step(ASK_STEP, 0),
    step(REMIND_STEP, REMIND_DELAY_MINUTES),
    step(ESCALATE_STEP, ESCALATE_DELAY_MINUTES),
  ]
}
