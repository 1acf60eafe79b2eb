import { agentStepToApprove } from '#agents/agent-run-steps/agent-step-to-approve.ts'
import { agentFilterToCheck } from '#agents/triggers/agent-filter-to-check.ts'
import { agentScheduleOverdue } from '#agents/triggers/agent-schedule-overdue.ts'
import { assessmentToComplete } from '#clinical/assessments/assessment-to-complete.ts'
import { goalReviewToAnswer } from '#clinical/goals/goal-review-to-answer.ts'
import { noteReturned } from '#clinical/notes/note-returned.ts'
import { noteToCosign } from '#clinical/notes/note-to-cosign.ts'
import { noteToSign } from '#clinical/notes/note-to-sign.ts'
import { knowledgeDocumentFailed } from '#knowledge/documents/knowledge-document-failed.ts'
import { onboardingItemToCheck } from '#marketplace/provider-onboardings/onboarding-item-to-check.ts'
import { onboardingOfCentre } from '#marketplace/provider-onboardings/onboarding-of-centre.ts'
import { onboardingToApprove } from '#marketplace/provider-onboardings/onboarding-to-approve.ts'
import { ifspToSign } from '#early-intervention/ifsps/ifsp-to-sign.ts'
import { stepToHandle } from '#messaging/follow-ups/step-to-handle.ts'
import { messageUnreached } from '#messaging/messages/message-unreached.ts'
import { openTask } from '#messaging/tasks/open-task.ts'
import type { WorklistKind } from '#messaging/worklist/worklist-kinds.ts'
import { licenseExpiring } from '#organization/provider-licenses/license-expiring.ts'
import { licenseToVerify } from '#organization/provider-licenses/license-to-verify.ts'
import { creditPayoutFailed } from '#payments/credit-payouts/credit-payout-failed.ts'
import { refundFailed } from '#payments/refunds/refund-failed.ts'
import { payoutAccountToVerify } from '#payouts/payout-accounts/payout-account-to-verify.ts'
import { platformPayoutToApprove } from '#payouts/platform-payouts/platform-payout-to-approve.ts'
import { settlementToApprove } from '#payouts/settlements/settlement-to-approve.ts'
import type { Waiting } from '#platform/core/records/define-waiting.ts'
import { breakGlassToReview } from '#privacy/break-glass/break-glass-to-review.ts'
import { erasureToApprove } from '#privacy/erasures/erasure-to-approve.ts'
import { dunningOnHold } from '#receivables/dunnings/dunning-on-hold.ts'
import { invoiceToIssue } from '#receivables/invoices/invoice-to-issue.ts'
import { importToRun } from '#scheduling/appointment-imports/import-to-run.ts'
import { appointmentToConfirm } from '#scheduling/appointments/appointment-to-confirm.ts'
import { timeOffToDecide } from '#scheduling/time-off/time-off-to-decide.ts'
import { timeOffWithAppointments } from '#scheduling/time-off/time-off-with-appointments.ts'
import { webhookEndpointDisabled } from '#webhooks/endpoints/webhook-endpoint-disabled.ts'
import { webhookRecoveryFailed } from '#webhooks/recoveries/webhook-recovery-failed.ts'

/** Everything that waits for a person, by the kind of its entries in the worklist. */
export const WORKLIST = {
  TASK: openTask,
  FOLLOW_UP_STEP: stepToHandle,
  AGENT_FILTER_TO_CHECK: agentFilterToCheck,
  AGENT_SCHEDULE_OVERDUE: agentScheduleOverdue,
  AGENT_STEP_TO_APPROVE: agentStepToApprove,
  APPOINTMENT_IMPORT_TO_RUN: importToRun,
  APPOINTMENT_TO_CONFIRM: appointmentToConfirm,
  ASSESSMENT_TO_COMPLETE: assessmentToComplete,
  BREAK_GLASS_TO_REVIEW: breakGlassToReview,
  CREDIT_PAYOUT_FAILED: creditPayoutFailed,
  DUNNING_ON_HOLD: dunningOnHold,
  ERASURE_TO_APPROVE: erasureToApprove,
  GOAL_REVIEW_TO_ANSWER: goalReviewToAnswer,
  IFSP_TO_SIGN: ifspToSign,
  INVOICE_TO_ISSUE: invoiceToIssue,
  KNOWLEDGE_DOCUMENT_FAILED: knowledgeDocumentFailed,
  LICENSE_EXPIRING: licenseExpiring,
  LICENSE_TO_VERIFY: licenseToVerify,
  MESSAGE_UNREACHED: messageUnreached,
  NOTE_RETURNED: noteReturned,
  NOTE_TO_COSIGN: noteToCosign,
  NOTE_TO_SIGN: noteToSign,
  ONBOARDING_ITEM_TO_CHECK: onboardingItemToCheck,
  ONBOARDING_TO_APPROVE: onboardingToApprove,
  ONBOARDING_WAITS_FOR_CENTRE: onboardingOfCentre,
  PAYOUT_ACCOUNT_TO_VERIFY: payoutAccountToVerify,
  REFUND_FAILED: refundFailed,
  PLATFORM_PAYOUT_TO_APPROVE: platformPayoutToApprove,
  SETTLEMENT_TO_APPROVE: settlementToApprove,
  TIME_OFF_TO_DECIDE: timeOffToDecide,
  TIME_OFF_WITH_APPOINTMENTS: timeOffWithAppointments,
  WEBHOOK_ENDPOINT_DISABLED: webhookEndpointDisabled,
  WEBHOOK_RECOVERY_FAILED: webhookRecoveryFailed,
} as const satisfies Record<WorklistKind, Waiting>
