import type { ContextName } from '../../domain/contexts.ts'
import { withCount } from '../http/list-count.ts'
import { withExpansions } from '../http/expansion.ts'
import type { Operation } from '../http/operation.ts'
import { withInstead } from '../http/use-instead.ts'
import { EXPANDABLES } from './expandables.ts'
import { agentCatalogOperations } from './agents/agent-catalog.ts'
import { agentDocumentOperations } from './agents/agent-documents.ts'
import { agentReplayOperations } from './agents/agent-replays.ts'
import { agentRunStepOperations } from './agents/agent-run-steps.ts'
import { agentTriggerOperations } from './agents/agent-triggers.ts'
import { agentOperations } from './agents/agents.ts'
import { recommendationOperations } from './agents/recommendations.ts'
import { analyticsOperations } from './analytics/analytics.ts'
import { agentRunOperations } from './agents/agent-runs.ts'
import { apiKeyOperations } from './platform/api-keys.ts'
import { appointmentCorrectionOperations } from './scheduling/appointment-corrections.ts'
import { appointmentVisitOperations } from './scheduling/appointment-visits.ts'
import { appointmentOperations } from './scheduling/appointments.ts'
import { assessmentScheduleOperations } from './clinical/assessment-schedules.ts'
import { assessmentOperations } from './clinical/assessments.ts'
import { attachmentOperations } from './clinical/attachments.ts'
import { providerDocumentOperations } from './clinical/provider-documents.ts'
import { providerFormOperations } from './clinical/provider-forms.ts'
import { auditOperations } from './platform/audit.ts'
import { cancellationPolicyOperations } from './payments/cancellation-policies.ts'
import { answerOperations } from './knowledge/answers.ts'
import { assistantOperations } from './knowledge/assistants.ts'
import { curatedAnswerOperations } from './knowledge/curated-answers.ts'
import { availabilityOperations } from './scheduling/availability.ts'
import { breakGlassOperations } from './privacy/break-glass.ts'
import { careTeamOperations } from './people/care-teams.ts'
import { calendarOperations } from './scheduling/calendar.ts'
import { familyCheckInQuestionOperations } from './early-intervention/family-check-in-questions.ts'
import { ifspOperations } from './early-intervention/ifsps.ts'
import { familyCheckInOperations } from './early-intervention/family-check-ins.ts'
import { calendarFeedOperations } from './scheduling/calendar-feeds.ts'
import { childOperations } from './people/children.ts'
import { labelOperations } from './people/labels.ts'
import { clientOperations } from './people/clients.ts'
import { familySearchOperations } from './people/family-search.ts'
import { clockOperations } from './early-intervention/clocks.ts'
import { closureOperations } from './organization/closures.ts'
import { dischargeOperations } from './records/discharges.ts'
import { childRecordOperations } from './records/child-records.ts'
import { childMergeOperations } from './people/child-merges.ts'
import { diagnosisOperations } from './people/diagnoses.ts'
import { consentOperations } from './people/consents.ts'
import { customFieldOperations } from './organization/custom-fields.ts'
import { deliveryOperations } from './webhooks/deliveries.ts'
import { complianceOperations } from './early-intervention/compliance.ts'
import { earlyInterventionOperations } from './early-intervention/early-intervention.ts'
import { outcomeOperations } from './early-intervention/outcomes.ts'
import { eventOperations } from './webhooks/events.ts'
import { feedbackOperations } from './messaging/feedback.ts'
import { taskOperations } from './messaging/tasks.ts'
import { worklistOperations } from './messaging/worklist.ts'
import { followUpOperations } from './messaging/follow-ups.ts'
import { formResponseOperations } from './clinical/form-responses.ts'
import { formTemplateOperations } from './clinical/form-templates.ts'
import { goalMeasurementOperations } from './clinical/goal-measurements.ts'
import { progressOperations } from './clinical/goal-progress.ts'
import { goalOperations } from './clinical/goals.ts'
import { groupWaitlistOperations } from './scheduling/group-waitlist-entries.ts'
import { groupAppointmentOperations } from './scheduling/group-appointments.ts'
import { guardianshipOperations } from './people/guardianships.ts'
import { holdOperations } from './scheduling/holds.ts'
import { instrumentOperations } from './clinical/instruments.ts'
import { insightOperations } from './clinical/insights.ts'
import { organizationOperations } from './organization/organization.ts'
import { evaluationOperations } from './knowledge/evaluations.ts'
import { modelOperations } from './knowledge/models.ts'
import { knowledgeOperations } from './knowledge/knowledge.ts'
import { locationOperations } from './organization/locations.ts'
import { leadFormOperations } from './marketplace/lead-forms.ts'
import { leadOperations } from './marketplace/leads.ts'
import { leadOfferOperations } from './marketplace/lead-offers.ts'
import { matchingOperations } from './marketplace/matching.ts'
import { absenceOperations } from './messaging/absences.ts'
import { notificationOperations } from './messaging/notifications.ts'
import { messageTextOperations } from './messaging/message-texts.ts'
import { channelConsentOperations } from './messaging/channel-consents.ts'
import { messageOperations } from './messaging/messages.ts'
import { providerOnboardingOperations } from './marketplace/provider-onboardings.ts'
import { onboardingPlanOperations } from './marketplace/onboarding-plans.ts'
import { noteTemplateOperations } from './clinical/note-templates.ts'
import { orderOperations } from './receivables/orders.ts'
import { discountCodeOperations } from './receivables/discount-codes.ts'
import { dunningOperations } from './receivables/dunnings.ts'
import { invoiceOperations } from './receivables/invoices.ts'
import { legalEntityOperations } from './receivables/legal-entities.ts'
import { payerOperations } from './receivables/payers.ts'
import { paymentAccountOperations } from './payments/payment-accounts.ts'
import { paymentOperations } from './payments/payments.ts'
import { ledgerOperations } from './receivables/ledger.ts'
import { periodLockOperations } from './receivables/period-locks.ts'
import { statementOperations } from './receivables/statements.ts'
import { payoutAccountOperations } from './payouts/payout-accounts.ts'
import { platformPayoutOperations } from './payouts/platform-payouts.ts'
import { reserveOperations } from './payouts/reserves.ts'
import { settlementOperations } from './payouts/settlements.ts'
import { splitTermsOperations } from './payouts/split-terms.ts'
import { disputeOperations } from './payments/disputes.ts'
import { refundOperations } from './payments/refunds.ts'
import { personOperations } from './privacy/persons.ts'
import { processingRestrictionOperations } from './privacy/processing-restrictions.ts'
import { petOperations } from './people/pets.ts'
import { providerOperations } from './organization/providers.ts'
import { providerLicenseOperations } from './organization/provider-licenses.ts'
import { meOperations } from './staff/me.ts'
import { roleMatrixOperation } from './staff/role-matrix.ts'
import { roleOperations } from './staff/roles.ts'
import { ssoConnectionOperations } from './staff/sso-connections.ts'
import { passkeyOperations } from './staff/passkeys.ts'
import { userSessionOperations } from './staff/user-sessions.ts'
import { userOperations } from './staff/users.ts'
import { reminderPolicyOperations } from './scheduling/reminder-policies.ts'
import { roomOperations } from './organization/rooms.ts'
import { appointmentAutomationOperations } from './scheduling/appointment-automation.ts'
import { appointmentImportOperations } from './scheduling/appointment-imports.ts'
import { seriesOperations } from './scheduling/series.ts'
import { scheduleExceptionOperations } from './organization/schedule-exceptions.ts'
import { scheduleOperations } from './organization/schedules.ts'
import { serviceOperations } from './organization/services.ts'
import { noteSignatureOperations } from './clinical/note-signatures.ts'
import { sessionNoteOperations } from './clinical/session-notes.ts'
import { sessionOperations } from './clinical/sessions.ts'
import { creditOperations } from './payments/credits.ts'
import { sessionPackageOperations } from './receivables/session-packages.ts'
import { superbillOperations } from './receivables/superbills.ts'
import { treatmentCycleOperations } from './receivables/treatment-cycles.ts'
import { timeOffOperations } from './scheduling/time-off.ts'
import { supervisionDelegateOperations } from './organization/supervision-delegates.ts'
import { supervisionOperations } from './organization/supervisions.ts'
import { v0Operations } from './v0.ts'
import { waitlistOperations } from './scheduling/waitlist.ts'
import { webhookEndpointOperations } from './webhooks/webhook-endpoints.ts'
import { webhookRecoveryOperations } from './webhooks/webhook-recoveries.ts'

/** The operations of each context, by folder, in the order of the documentation. */
export const OPERATIONS_BY_CONTEXT: Readonly<Record<ContextName, readonly Operation[]>> = {
  scheduling: [
    ...appointmentOperations,
    ...appointmentVisitOperations,
    ...appointmentCorrectionOperations,
    ...appointmentAutomationOperations,
    ...availabilityOperations,
    ...holdOperations,
    ...seriesOperations,
    ...groupAppointmentOperations,
    ...groupWaitlistOperations,
    ...waitlistOperations,
    ...calendarOperations,
    ...calendarFeedOperations,
    ...appointmentImportOperations,
    ...timeOffOperations,
    ...reminderPolicyOperations,
  ],
  people: [
    ...childOperations,
    ...childMergeOperations,
    ...labelOperations,
    ...guardianshipOperations,
    ...clientOperations,
    ...familySearchOperations,
    ...consentOperations,
    ...diagnosisOperations,
    ...careTeamOperations,
    ...petOperations,
  ],
  clinical: [
    ...sessionOperations,
    ...sessionNoteOperations,
    ...noteSignatureOperations,
    ...noteTemplateOperations,
    ...goalOperations,
    ...goalMeasurementOperations,
    ...progressOperations,
    ...instrumentOperations,
    ...assessmentScheduleOperations,
    ...assessmentOperations,
    ...formTemplateOperations,
    ...formResponseOperations,
    ...attachmentOperations,
    ...providerDocumentOperations,
    ...providerFormOperations,
    ...insightOperations,
  ],
  'early-intervention': [
    ...earlyInterventionOperations,
    ...complianceOperations,
    ...outcomeOperations,
    ...clockOperations,
    ...ifspOperations,
    ...familyCheckInOperations,
    ...familyCheckInQuestionOperations,
  ],
  records: [...childRecordOperations, ...dischargeOperations],
  marketplace: [
    ...matchingOperations,
    ...onboardingPlanOperations,
    ...providerOnboardingOperations,
    ...leadFormOperations,
    ...leadOperations,
    ...leadOfferOperations,
  ],
  receivables: [
    ...payerOperations,
    ...orderOperations,
    ...legalEntityOperations,
    ...discountCodeOperations,
    ...sessionPackageOperations,
    ...superbillOperations,
    ...statementOperations,
    ...dunningOperations,
    ...invoiceOperations,
    ...ledgerOperations,
    ...periodLockOperations,
    ...treatmentCycleOperations,
  ],
  payments: [
    ...paymentAccountOperations,
    ...paymentOperations,
    ...refundOperations,
    ...creditOperations,
    ...disputeOperations,
    ...cancellationPolicyOperations,
  ],
  payouts: [
    ...splitTermsOperations,
    ...payoutAccountOperations,
    ...settlementOperations,
    ...reserveOperations,
    ...platformPayoutOperations,
  ],
  organization: [
    ...organizationOperations,
    ...locationOperations,
    ...roomOperations,
    ...serviceOperations,
    ...providerOperations,
    ...providerLicenseOperations,
    ...scheduleOperations,
    ...scheduleExceptionOperations,
    ...closureOperations,
    ...supervisionOperations,
    ...supervisionDelegateOperations,
    ...customFieldOperations,
  ],
  staff: [
    ...userOperations,
    roleMatrixOperation(() => operations),
    ...roleOperations,
    ...ssoConnectionOperations,
    ...userSessionOperations,
    ...passkeyOperations,
    ...meOperations,
  ],
  messaging: [
    ...followUpOperations,
    ...messageOperations,
    ...messageTextOperations,
    ...channelConsentOperations,
    ...taskOperations,
    ...worklistOperations,
    ...absenceOperations,
    ...notificationOperations,
    ...feedbackOperations,
  ],
  privacy: [...personOperations, ...processingRestrictionOperations, ...breakGlassOperations],
  knowledge: [
    ...assistantOperations,
    ...knowledgeOperations,
    ...answerOperations,
    ...curatedAnswerOperations,
    ...evaluationOperations,
    ...modelOperations,
  ],
  agents: [
    ...agentCatalogOperations,
    // Listed before the path of a single agent, which would match its name.
    ...recommendationOperations,
    ...agentOperations,
    ...agentTriggerOperations,
    ...agentReplayOperations,
    ...agentRunOperations,
    ...agentDocumentOperations,
    ...agentRunStepOperations,
  ],
  analytics: [...analyticsOperations],
  webhooks: [
    ...webhookEndpointOperations,
    ...eventOperations,
    ...deliveryOperations,
    ...webhookRecoveryOperations,
  ],
  platform: [...apiKeyOperations, ...auditOperations, ...v0Operations],
}

/** All operations of the API. */
export const operations: readonly Operation[] = Object.values(OPERATIONS_BY_CONTEXT)
  .flat()
  .map((each, _, all) => withInstead(withExpansions(withCount(each), EXPANDABLES), all))
