/** Every workflow of the platform. Those about a subject have names in domain/platform/core/workflow-kinds/workflows.ts. */
export {
  appointmentCancellation,
  appointmentFollowUp,
  appointmentLifecycle,
  assessmentReminder,
  breakGlassReview,
  childProgressFollowUp,
  consentExpiry,
  disputeResponse,
  earlyInterventionCheckIn,
  erasureApproval,
  formChase,
  invoiceDunning,
  leadQualification,
  licenseReview,
  packageExpiry,
  providerOnboarding,
  restrictionLifting,
  sessionFollowUp,
  treatmentCycle,
  waitlistOffer,
} from './follow-ups.ts'
export { agentTriggers } from './agent-triggers/workflow.ts'
export { agentReplay } from './agent-replay/workflow.ts'
export { agentRun, agentRuns } from './agent-run/workflow.ts'
export { holdExpiry } from './hold-expiry/workflow.ts'
export { licenseCheck } from './license-check/workflow.ts'
export { clockMoving } from './clock-moving/workflow.ts'
export { knowledgeIngestion } from './knowledge-ingestion/workflow.ts'
export { evaluationRun } from './evaluation-run/workflow.ts'
export { disableEndpoints } from './maintenance/disable-endpoints.ts'
export { embedKnowledge } from './maintenance/embed-knowledge.ts'
export { watchLicenses } from './maintenance/watch-licenses.ts'
export { rollUpAnalytics } from './maintenance/roll-up-analytics.ts'
export { purgeExpired } from './maintenance/purge-expired.ts'
export { tidyFiles } from './maintenance/tidy-files.ts'
export { sealAuditTrail } from './maintenance/seal-audit-trail.ts'
export { messageDeliveries, messageDelivery } from './message-delivery/workflow.ts'
export { creditPayout } from './credit-payout/workflow.ts'
export { paymentCapture } from './payment-capture/workflow.ts'
export { paymentDispute } from './payment-dispute/workflow.ts'
export { paymentRefund } from './payment-refund/workflow.ts'
export { appointmentImport } from './appointment-import/workflow.ts'
export { personErasure } from './person-erasure/workflow.ts'
export { personExport } from './person-export/workflow.ts'
export { settlementPayout } from './settlement-payout/workflow.ts'
export { childDischarge } from './child-discharge/workflow.ts'
export { seriesBooking } from './series-booking/workflow.ts'
export { webhookCourier } from './webhook-courier/workflow.ts'
export { webhookRecovery } from './webhook-recovery/workflow.ts'
export { worklistNotices } from './worklist-notices/workflow.ts'
