import { EXPIRED_STEP } from '#people/consents/expiry-plan.ts'
import { ATTENTION_STEP, REQUEST_STEP } from '#clinical/form-responses/chase-plan.ts'
import {
  CALL_OFF_STEP,
  COMPLETION_STEP,
  CONFIRMATION_STEP,
  NO_SHOW_STEP,
} from '#scheduling/appointment-follow-ups/appointment-lifecycle-plan.ts'
import {
  FEEDBACK_STEP,
  REBOOKING_STEP,
} from '#scheduling/appointment-follow-ups/appointment-follow-up-plan.ts'
import { isCheckIn } from '#early-intervention/check-ins/early-intervention-plan.ts'
import { skipped, type Outcome } from './kind.ts'
import type { FollowUpName } from './kinds.ts'

/**
 * What becomes of a step while processing of the child's data is restricted (docs/decisions/0054). It waits
 * for the restriction to be lifted, and is then done if it is still needed; it is left out, because it is of
 * use at its time alone; or it is done, because it ends what runs and others want the time.
 */
export type WhileRestricted = 'WAITS' | 'DONE' | Outcome

export const RESTRICTED = 'processing of the child’s data is restricted'

/** Why a step that is due has not happened. */
export const WAITS_FOR_LIFTING = `waits: ${RESTRICTED}`

const leftOut = (attention?: string): Outcome => skipped(`left out: ${RESTRICTED}`, attention)

/** One place for all kinds; a new kind says what it does by being missing here. */
const RULES: Record<FollowUpName, (step: string) => WhileRestricted> = {
  appointmentLifecycle: (step) => {
    switch (step) {
      case CONFIRMATION_STEP:
      case COMPLETION_STEP:
        return 'DONE'
      case NO_SHOW_STEP:
        return leftOut('nobody could check the child in: say what became of the appointment')
      case CALL_OFF_STEP:
        return leftOut('the guardians were not told that the appointment is off')
      default:
        return leftOut()
    }
  },
  appointmentFollowUp: (step) =>
    step === FEEDBACK_STEP || step === REBOOKING_STEP ? leftOut() : 'WAITS',
  assessmentReminder: () => 'WAITS',
  childProgressFollowUp: () => 'WAITS',
  consentExpiry: (step) => (step === EXPIRED_STEP ? 'WAITS' : leftOut()),
  earlyInterventionCheckIn: (step) => (isCheckIn(step) ? leftOut() : 'WAITS'),
  formChase: (step) => (step === REQUEST_STEP || step === ATTENTION_STEP ? 'WAITS' : leftOut()),
  sessionFollowUp: () => 'WAITS',
  treatmentCycle: () => 'WAITS',
  // Not about a child's record: agents and the waitlist pass over who is restricted.
  agentRun: () => 'DONE',
  breakGlassReview: () => 'DONE',
  restrictionLifting: () => 'DONE',
  waitlistOffer: () => 'DONE',
}

/** The rule of a kind, for a child that is restricted; of others everything is done. */
export const ruleFor = (
  kind: FollowUpName,
  { restricted }: { restricted: boolean },
): ((step: string) => WhileRestricted) => (restricted ? RULES[kind] : () => 'DONE')
