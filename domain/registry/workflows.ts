import { agentReplayWorkflow } from '#agents/agent-replays/workflows.ts'
import { agentRunsWorkflow, agentRunWorkflow } from '#agents/agent-runs/workflows.ts'
import { agentTriggersWorkflow } from '#agents/triggers/workflows.ts'
import { invoiceDunningWorkflow } from '#receivables/dunnings/workflows.ts'
import { appointmentCancellationWorkflow } from '#payments/cancellation-policies/workflows.ts'
import { creditPayoutWorkflow } from '#payments/credit-payouts/workflows.ts'
import { disputeResponseWorkflow, paymentDisputeWorkflow } from '#payments/disputes/workflows.ts'
import { packageExpiryWorkflow } from '#receivables/session-packages/workflows.ts'
import { paymentCaptureWorkflow } from '#payments/payments/workflows.ts'
import { settlementPayoutWorkflow } from '#payouts/settlements/workflows.ts'
import { paymentRefundWorkflow } from '#payments/refunds/workflows.ts'
import { treatmentCycleWorkflow } from '#receivables/treatment-cycles/workflows.ts'
import { assessmentReminderWorkflow } from '#clinical/assessments/workflows.ts'
import { formChaseWorkflow } from '#clinical/form-responses/workflows.ts'
import { childProgressFollowUpWorkflow } from '#clinical/goals/workflows.ts'
import { sessionFollowUpWorkflow } from '#clinical/sessions/workflows.ts'
import {
  licenseCheckWorkflow,
  licenseReviewWorkflow,
} from '#organization/provider-licenses/workflows.ts'
import { clockMovingWorkflow } from '#early-intervention/clocks/workflows.ts'
import { earlyInterventionCheckInWorkflow } from '#early-intervention/programs/workflows.ts'
import { evaluationRunWorkflow } from '#knowledge/evaluation-runs/workflows.ts'
import { knowledgeIngestionWorkflow } from '#knowledge/documents/workflows.ts'
import {
  messageDeliveriesWorkflow,
  messageDeliveryWorkflow,
} from '#messaging/messages/workflows.ts'
import { worklistNoticesWorkflow } from '#messaging/notifications/workflows.ts'
import { leadQualificationWorkflow } from '#marketplace/leads/lead/workflows.ts'
import { providerOnboardingWorkflow } from '#marketplace/provider-onboardings/workflows.ts'
import { consentExpiryWorkflow } from '#people/consents/workflows.ts'
import { breakGlassReviewWorkflow } from '#privacy/break-glass/workflows.ts'
import { erasureApprovalWorkflow, personErasureWorkflow } from '#privacy/erasures/workflows.ts'
import { personExportWorkflow } from '#privacy/person-exports/workflows.ts'
import { restrictionLiftingWorkflow } from '#privacy/processing-restrictions/workflows.ts'
import {
  appointmentLifecycleWorkflow,
  appointmentFollowUpWorkflow,
} from '#scheduling/appointments/workflows.ts'
import { appointmentImportWorkflow } from '#scheduling/appointment-imports/workflows.ts'
import { holdExpiryWorkflow } from '#scheduling/holds/workflows.ts'
import { childDischargeWorkflow } from '#records/discharges/workflows.ts'
import { seriesBookingWorkflow } from '#scheduling/series/workflows.ts'
import { waitlistOfferWorkflow } from '#scheduling/waitlist/workflows.ts'
import { webhookCourierWorkflow } from '#webhooks/deliveries/workflows.ts'
import { webhookRecoveryWorkflow } from '#webhooks/recoveries/workflows.ts'
import {
  workflowIdFor,
  type SubjectInput,
  type WorkflowDefinition,
} from '#platform/core/workflow-kinds/workflows.ts'

/** All workflows about a subject, keyed by name. */
export const WORKFLOWS = {
  appointmentLifecycle: appointmentLifecycleWorkflow,
  appointmentFollowUp: appointmentFollowUpWorkflow,
  holdExpiry: holdExpiryWorkflow,
  earlyInterventionCheckIn: earlyInterventionCheckInWorkflow,
  agentReplay: agentReplayWorkflow,
  agentRun: agentRunWorkflow,
  agentRuns: agentRunsWorkflow,
  agentTriggers: agentTriggersWorkflow,
  assessmentReminder: assessmentReminderWorkflow,
  childProgressFollowUp: childProgressFollowUpWorkflow,
  sessionFollowUp: sessionFollowUpWorkflow,
  treatmentCycle: treatmentCycleWorkflow,
  appointmentCancellation: appointmentCancellationWorkflow,
  invoiceDunning: invoiceDunningWorkflow,
  packageExpiry: packageExpiryWorkflow,
  creditPayout: creditPayoutWorkflow,
  disputeResponse: disputeResponseWorkflow,
  clockMoving: clockMovingWorkflow,
  waitlistOffer: waitlistOfferWorkflow,
  consentExpiry: consentExpiryWorkflow,
  breakGlassReview: breakGlassReviewWorkflow,
  restrictionLifting: restrictionLiftingWorkflow,
  formChase: formChaseWorkflow,
  licenseCheck: licenseCheckWorkflow,
  licenseReview: licenseReviewWorkflow,
  providerOnboarding: providerOnboardingWorkflow,
  leadQualification: leadQualificationWorkflow,
  personExport: personExportWorkflow,
  erasureApproval: erasureApprovalWorkflow,
  personErasure: personErasureWorkflow,
  messageDeliveries: messageDeliveriesWorkflow,
  messageDelivery: messageDeliveryWorkflow,
  childDischarge: childDischargeWorkflow,
  seriesBooking: seriesBookingWorkflow,
  appointmentImport: appointmentImportWorkflow,
  knowledgeIngestion: knowledgeIngestionWorkflow,
  evaluationRun: evaluationRunWorkflow,
  paymentCapture: paymentCaptureWorkflow,
  paymentRefund: paymentRefundWorkflow,
  paymentDispute: paymentDisputeWorkflow,
  settlementPayout: settlementPayoutWorkflow,
  webhookRecovery: webhookRecoveryWorkflow,
  worklistNotices: worklistNoticesWorkflow,
  webhookCourier: webhookCourierWorkflow,
} as const satisfies Record<string, WorkflowDefinition>

export type WorkflowName = keyof typeof WORKFLOWS

export const workflowIdOf = (workflow: WorkflowName, subject: SubjectInput): string =>
  workflowIdFor(WORKFLOWS[workflow], subject)
