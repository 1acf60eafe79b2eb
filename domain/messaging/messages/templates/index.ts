import { agentRunWaiting } from './agent-run-waiting.ts'
import { analyticsReport } from './analytics-report.ts'
import { appointmentArranged } from './appointment-arranged.ts'
import { feeDecided } from './fee-decided.ts'
import { invoiceIssued } from './invoice-issued.ts'
import { paymentReceived } from './payment-received.ts'
import { paymentRefunded } from './payment-refunded.ts'
import { appointmentDecision } from './appointment-decision.ts'
import { appointmentNotice } from './appointment-notice.ts'
import { appointmentNotices } from './appointment-notices.ts'
import { appointmentReminder } from './appointment-reminder.ts'
import { assessmentDue } from './assessment-due.ts'
import { breakGlassOpened } from './break-glass-opened.ts'
import { breakGlassUnreviewed } from './break-glass-unreviewed.ts'
import { assessmentRecall } from './assessment-recall.ts'
import { erasureRequested } from './erasure-requested.ts'
import { familyCheckInRequest } from './family-check-in-request.ts'
import { familyCheckInWorrying } from './family-check-in-worrying.ts'
import { centreMessage } from './centre-message.ts'
import { consentExpiring } from './consent-expiring.ts'
import { deadlineNear } from './deadline-near.ts'
import { delayOpen } from './delay-open.ts'
import { endpointDisabled } from './endpoint-disabled.ts'
import { feedbackRequest } from './feedback-request.ts'
import { formMissing } from './form-missing.ts'
import { formRequest } from './form-request.ts'
import { ifspToSign } from './ifsp-to-sign.ts'
import { invoiceOverdue } from './invoice-overdue.ts'
import { leadOffer } from './lead-offer.ts'
import { leadProof } from './lead-proof.ts'
import { leadQuestions } from './lead-questions.ts'
import { messageTest } from './message-test.ts'
import { noteMissing } from './note-missing.ts'
import { noteOverdue } from './note-overdue.ts'
import { payoutAccountChanged } from './payout-account-changed.ts'
import { placeFreed } from './place-freed.ts'
import { programsHandedOver } from './programs-handed-over.ts'
import { progressReview } from './progress-review.ts'
import { providerFormRequest } from './provider-form-request.ts'
import { providerLicenseExpiring } from './provider-license-expiring.ts'
import { providerOnboardingDecided } from './provider-onboarding-decided.ts'
import { providerOnboardingReference } from './provider-onboarding-reference.ts'
import { providerOnboardingRequest } from './provider-onboarding-request.ts'
import { rebookingOffer } from './rebooking-offer.ts'
import { restrictionLifting } from './restriction-lifting.ts'
import { settlementStatement } from './settlement-statement.ts'
import { taskAssigned } from './task-assigned.ts'
import { treatmentCycleNear } from './treatment-cycle-near.ts'
import { textReply } from './text-reply.ts'
import { userCredentials } from './user-credentials.ts'
import { userInvitation } from './user-invitation.ts'
import { userSignIn } from './user-sign-in.ts'
import { userStepUp } from './user-step-up.ts'
import { waitlistOffer } from './waitlist-offer.ts'
import { worklistWaiting } from './worklist-waiting.ts'
import type { MessageGroup, Template } from './define-template.ts'

/** All kinds of messages, keyed by name, which is also the name of their texts. */
export const TEMPLATES = {
  'agent_run.waiting': agentRunWaiting,
  'analytics.report': analyticsReport,
  'appointment.arranged': appointmentArranged,
  'fee.decided': feeDecided,
  'invoice.issued': invoiceIssued,
  'payment.received': paymentReceived,
  'payment.refunded': paymentRefunded,
  'appointment.decision': appointmentDecision,
  'appointment.reminder': appointmentReminder,
  'appointment.notice': appointmentNotice,
  'appointment.notices': appointmentNotices,
  'feedback.request': feedbackRequest,
  'form.missing': formMissing,
  'form.request': formRequest,
  'ifsp.to_sign': ifspToSign,
  'invoice.overdue': invoiceOverdue,
  'lead.offer': leadOffer,
  'lead.proof': leadProof,
  'lead.questions': leadQuestions,
  'settlement.statement': settlementStatement,
  'session_note.missing': noteMissing,
  'session_note.overdue': noteOverdue,
  'payout_account.changed': payoutAccountChanged,
  'message.test': messageTest,
  'place.freed': placeFreed,
  'program.handed_over': programsHandedOver,
  'progress.review': progressReview,
  'provider_form.request': providerFormRequest,
  'provider_license.expiring': providerLicenseExpiring,
  'provider_onboarding.decided': providerOnboardingDecided,
  'provider_onboarding.reference': providerOnboardingReference,
  'provider_onboarding.request': providerOnboardingRequest,
  'rebooking.offer': rebookingOffer,
  'assessment.due': assessmentDue,
  'assessment.recall': assessmentRecall,
  'family_check_in.request': familyCheckInRequest,
  'family_check_in.worrying': familyCheckInWorrying,
  'centre.message': centreMessage,
  'consent.expiring': consentExpiring,
  'deadline.near': deadlineNear,
  'delay.open': delayOpen,
  'task.assigned': taskAssigned,
  'treatment_cycle.near': treatmentCycleNear,
  'waitlist.offer': waitlistOffer,
  'restriction.lifting': restrictionLifting,
  'break_glass.opened': breakGlassOpened,
  'break_glass.unreviewed': breakGlassUnreviewed,
  'erasure.requested': erasureRequested,
  'text.reply': textReply,
  'user.credentials': userCredentials,
  'user.invitation': userInvitation,
  'user.sign_in': userSignIn,
  'user.step_up': userStepUp,
  'webhook_endpoint.disabled': endpointDisabled,
  'worklist.waiting': worklistWaiting,
} as const satisfies { readonly [Name in MessageGroup]: { name: Name } }

export type TemplateName = keyof typeof TEMPLATES
export type Variables<Name extends TemplateName> = (typeof TEMPLATES)[Name]['example']

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as [TemplateName, ...TemplateName[]]

/** A template whose name is known only at run time. Its own schema checks the variables. */
export const templateOf = (name: TemplateName): Template => TEMPLATES[name]
