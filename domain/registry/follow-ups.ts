import { assessmentReminder } from '#clinical/assessments/assessment-reminder.ts'
import { breakGlassReview } from '#privacy/break-glass/break-glass-review.ts'
import { erasureApproval } from '#privacy/erasures/erasure-approval.ts'
import { appointmentFollowUp } from '#scheduling/appointment-follow-ups/appointment-follow-up.ts'
import { appointmentLifecycle } from '#scheduling/appointment-follow-ups/appointment-lifecycle.ts'
import { childProgressFollowUp } from '#clinical/goals/child-progress-follow-up.ts'
import { earlyInterventionCheckIn } from '#early-intervention/family-check-ins/early-intervention-check-in.ts'
import { consentExpiry } from '#people/consents/consent-expiry.ts'
import { licenseReview } from '#organization/provider-licenses/license-review.ts'
import { appointmentCancellation } from '#scheduling/cancellations/appointment-cancellation.ts'
import { invoiceDunning } from '#receivables/dunnings/invoice-dunning.ts'
import { disputeResponse } from '#payments/disputes/dispute-response.ts'
import { packageExpiry } from '#receivables/session-packages/package-expiry.ts'
import { formChase } from '#clinical/form-responses/form-chase.ts'
import { leadQualification } from '#marketplace/leads/follow-up/lead-qualification.ts'
import { providerOnboarding } from '#marketplace/provider-onboardings/provider-onboarding.ts'
import { restrictionLifting } from '#privacy/processing-restrictions/restriction-lifting.ts'
import { sessionFollowUp } from '#clinical/sessions/session-follow-up.ts'
import { treatmentCycle } from '#receivables/treatment-cycles/treatment-cycle.ts'
import { waitlistOffer } from '#scheduling/waitlist/waitlist-offer.ts'
import type { FollowUpKind } from '#messaging/follow-ups/follow-up-kind.ts'
import type { FollowUpName } from '#messaging/follow-ups/names.ts'

/** All kinds of follow-ups, keyed by the name of their workflow. */
export const FOLLOW_UPS = {
  appointmentLifecycle,
  appointmentFollowUp,
  assessmentReminder,
  earlyInterventionCheckIn,
  breakGlassReview,
  erasureApproval,
  consentExpiry,
  disputeResponse,
  formChase,
  appointmentCancellation,
  invoiceDunning,
  leadQualification,
  licenseReview,
  packageExpiry,
  providerOnboarding,
  restrictionLifting,
  childProgressFollowUp,
  sessionFollowUp,
  treatmentCycle,
  waitlistOffer,
} as const satisfies Record<FollowUpName, FollowUpKind>
