import { customEvents } from '#agents/catalog/events.ts'
import { agentEvents } from '#agents/agent-runs/events.ts'
import { agentDefinitionEvents } from '#agents/agents/events.ts'
import { appointmentEvents } from '#scheduling/appointments/events.ts'
import { groupAppointmentEvents } from '#scheduling/group-appointments/events.ts'
import { assessmentEvents } from '#clinical/assessments/events.ts'
import { attachmentEvents } from '#clinical/attachments/events.ts'
import { breakGlassEvents } from '#privacy/break-glass/events.ts'
import { careTeamEvents } from '#people/care-teams/events.ts'
import { childEvents } from '#people/children/events.ts'
import { dischargeEvents } from '#records/discharges/events.ts'
import { earlyInterventionEvents } from '#early-intervention/programs/events.ts'
import { erasureEvents } from '#privacy/erasures/events.ts'
import { feedbackEvents } from '#messaging/feedback/events.ts'
import { taskEvents } from '#messaging/tasks/events.ts'
import { followUpEvents } from '#messaging/follow-ups/events.ts'
import { formEvents } from '#clinical/form-responses/events.ts'
import { channelConsentEvents } from '#messaging/channel-consents/events.ts'
import { messageEvents } from '#messaging/messages/events.ts'
import { holdEvents } from '#scheduling/holds/events.ts'
import { appointmentImportEvents } from '#scheduling/appointment-imports/events.ts'
import { apiKeyEvents } from '#platform/api-keys/events.ts'
import { userEvents } from '#staff/users/events.ts'
import { seriesEvents } from '#scheduling/series/events.ts'
import { timeOffEvents } from '#scheduling/time-off/events.ts'
import { consentEvents } from '#people/consents/events.ts'
import { goalEvents } from '#clinical/goals/events.ts'
import { noteEvents } from '#clinical/notes/events.ts'
import { personExportEvents } from '#privacy/person-exports/events.ts'
import { creditPayoutEvents } from '#payments/credit-payouts/events.ts'
import { creditEvents } from '#payments/credits/events.ts'
import { disputeEvents } from '#payments/disputes/events.ts'
import { dunningEvents } from '#receivables/dunnings/events.ts'
import { sessionPackageEvents } from '#receivables/session-packages/events.ts'
import { invoiceEvents } from '#receivables/invoices/events.ts'
import { paymentEvents } from '#payments/payments/events.ts'
import { refundEvents } from '#payments/refunds/events.ts'
import { settlementEvents } from '#payouts/settlements/events.ts'
import { providerEvents } from '#organization/providers/events.ts'
import { providerLicenseEvents } from '#organization/provider-licenses/events.ts'
import { processingRestrictionEvents } from '#privacy/processing-restrictions/events.ts'
import { evaluationRunEvents } from '#knowledge/evaluation-runs/events.ts'
import { leadEvents } from '#marketplace/leads/lead/events.ts'
import { onboardingEvents } from '#marketplace/provider-onboardings/events.ts'
import { treatmentCycleEvents } from '#receivables/treatment-cycles/events.ts'
import { waitlistEvents } from '#scheduling/waitlist/events.ts'
import { RECORD_EVENTS } from '#platform/events/record-events.ts'
import { webhookEvents } from '../endpoints/events.ts'

/** All events to which endpoints can subscribe. Events may be added but never removed. */
export const EVENTS = {
  ...appointmentEvents,
  ...groupAppointmentEvents,
  ...holdEvents,
  ...timeOffEvents,
  ...agentDefinitionEvents,
  ...agentEvents,
  ...customEvents,
  ...assessmentEvents,
  ...attachmentEvents,
  ...breakGlassEvents,
  ...careTeamEvents,
  ...childEvents,
  ...dischargeEvents,
  ...earlyInterventionEvents,
  ...erasureEvents,
  ...evaluationRunEvents,
  ...feedbackEvents,
  ...followUpEvents,
  ...formEvents,
  ...messageEvents,
  ...channelConsentEvents,
  ...consentEvents,
  ...goalEvents,
  ...noteEvents,
  ...invoiceEvents,
  ...disputeEvents,
  ...dunningEvents,
  ...creditEvents,
  ...creditPayoutEvents,
  ...sessionPackageEvents,
  ...paymentEvents,
  ...refundEvents,
  ...settlementEvents,
  ...personExportEvents,
  ...processingRestrictionEvents,
  ...providerEvents,
  ...providerLicenseEvents,
  ...seriesEvents,
  ...taskEvents,
  ...appointmentImportEvents,
  ...treatmentCycleEvents,
  ...onboardingEvents,
  ...leadEvents,
  ...apiKeyEvents,
  ...userEvents,
  ...waitlistEvents,
  ...webhookEvents,
  ...RECORD_EVENTS,
} as const

export type EventType = keyof typeof EVENTS

export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]]
