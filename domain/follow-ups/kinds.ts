import { agentRun } from '../agents/agent-run.ts'
import { assessmentReminder } from '../assessments/assessment-reminder.ts'
import { breakGlassReview } from '../break-glass/review-chase.ts'
import { appointmentFollowUp } from './appointment-follow-up.ts'
import { appointmentLifecycle } from './appointment-lifecycle.ts'
import { childProgressFollowUp } from './child-progress-follow-up.ts'
import { earlyInterventionCheckIn } from './early-intervention-check-in.ts'
import { consentExpiry } from '../consents/consent-expiry.ts'
import { formChase } from '../form-responses/form-chase.ts'
import { restrictionLifting } from '../processing-restrictions/restriction-lifting.ts'
import { sessionFollowUp } from './session-follow-up.ts'
import { treatmentCycle } from '../treatment-cycles/treatment-cycle.ts'
import { waitlistOffer } from '../waitlist/waitlist-offer.ts'
import type { FollowUpKind } from './kind.ts'

/** Every kind of follow-up, by the name of its workflow (domain/core/workflows.ts). */
export const FOLLOW_UPS = {
  appointmentLifecycle,
  appointmentFollowUp,
  agentRun,
  assessmentReminder,
  earlyInterventionCheckIn,
  breakGlassReview,
  consentExpiry,
  formChase,
  restrictionLifting,
  childProgressFollowUp,
  sessionFollowUp,
  treatmentCycle,
  waitlistOffer,
} as const satisfies Record<string, FollowUpKind>

export type FollowUpName = keyof typeof FOLLOW_UPS
