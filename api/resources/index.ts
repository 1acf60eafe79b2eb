import type { Operation } from '../http/operation.ts'
import { agentRunOperations } from './agent-runs.ts'
import { apiKeyOperations } from './api-keys.ts'
import { appointmentOperations } from './appointments.ts'
import { assessmentScheduleOperations } from './assessment-schedules.ts'
import { assessmentOperations } from './assessments.ts'
import { attachmentOperations } from './attachments.ts'
import { auditOperations } from './audit.ts'
import { cancellationPolicyOperations } from './cancellation-policies.ts'
import { availabilityOperations } from './availability.ts'
import { breakGlassOperations } from './break-glass.ts'
import { careTeamOperations } from './care-teams.ts'
import { calendarOperations } from './calendar.ts'
import { checkInQuestionOperations } from './check-in-questions.ts'
import { checkInOperations } from './check-ins.ts'
import { calendarFeedOperations } from './calendar-feeds.ts'
import { childOperations } from './children.ts'
import { clientOperations } from './clients.ts'
import { clockOperations } from './clocks.ts'
import { closureOperations } from './closures.ts'
import { childRecordOperations } from './child-records.ts'
import { childMergeOperations } from './child-merges.ts'
import { consentOperations } from './consents.ts'
import { customFieldOperations } from './custom-fields.ts'
import { deliveryOperations } from './deliveries.ts'
import { earlyInterventionOperations } from './early-intervention.ts'
import { eventOperations } from './events.ts'
import { feedbackOperations } from './feedback.ts'
import { followUpOperations } from './follow-ups.ts'
import { formResponseOperations } from './form-responses.ts'
import { formTemplateOperations } from './form-templates.ts'
import { goalOperations, progressOperations } from './goals.ts'
import { groupAppointmentOperations } from './group-appointments.ts'
import { guardianshipOperations } from './guardianships.ts'
import { holdOperations } from './holds.ts'
import { instrumentOperations } from './instruments.ts'
import { insightOperations } from './insights.ts'
import { locationOperations } from './locations.ts'
import { messageOperations } from './messages.ts'
import { noteTemplateOperations } from './note-templates.ts'
import { orderOperations } from './orders.ts'
import { paymentOperations } from './payments.ts'
import { personOperations } from './persons.ts'
import { processingRestrictionOperations } from './processing-restrictions.ts'
import { petOperations } from './pets.ts'
import { providerOperations } from './providers.ts'
import { reminderPolicyOperations } from './reminder-policies.ts'
import { roomOperations } from './rooms.ts'
import { appointmentAutomationOperations } from './appointment-automation.ts'
import { appointmentImportOperations } from './appointment-imports.ts'
import { seriesOperations } from './series.ts'
import { scheduleExceptionOperations } from './schedule-exceptions.ts'
import { scheduleOperations } from './schedules.ts'
import { serviceOperations } from './services.ts'
import { sessionNoteOperations } from './session-notes.ts'
import { sessionOperations } from './sessions.ts'
import { treatmentCycleOperations } from './treatment-cycles.ts'
import { timeOffOperations } from './time-off.ts'
import { supervisionOperations } from './supervisions.ts'
import { v0Operations } from './v0.ts'
import { waitlistOperations } from './waitlist.ts'
import { webhookEndpointOperations } from './webhook-endpoints.ts'
import { webhookRecoveryOperations } from './webhook-recoveries.ts'

/** Every operation of the API, in the order of the documentation. */
export const operations: readonly Operation[] = [
  ...appointmentOperations,
  ...appointmentAutomationOperations,
  ...groupAppointmentOperations,
  ...seriesOperations,
  ...appointmentImportOperations,
  ...availabilityOperations,
  ...holdOperations,
  ...waitlistOperations,
  ...calendarOperations,
  ...calendarFeedOperations,
  ...reminderPolicyOperations,
  ...followUpOperations,
  ...messageOperations,
  ...feedbackOperations,
  ...childOperations,
  ...childMergeOperations,
  ...childRecordOperations,
  ...guardianshipOperations,
  ...consentOperations,
  ...attachmentOperations,
  ...clientOperations,
  ...customFieldOperations,
  ...petOperations,
  ...providerOperations,
  ...scheduleOperations,
  ...scheduleExceptionOperations,
  ...timeOffOperations,
  ...locationOperations,
  ...closureOperations,
  ...roomOperations,
  ...serviceOperations,
  ...cancellationPolicyOperations,
  ...earlyInterventionOperations,
  ...checkInOperations,
  ...checkInQuestionOperations,
  ...clockOperations,
  ...sessionOperations,
  ...sessionNoteOperations,
  ...noteTemplateOperations,
  ...supervisionOperations,
  ...formTemplateOperations,
  ...formResponseOperations,
  ...careTeamOperations,
  ...breakGlassOperations,
  ...personOperations,
  ...processingRestrictionOperations,
  ...goalOperations,
  ...progressOperations,
  ...instrumentOperations,
  ...assessmentScheduleOperations,
  ...assessmentOperations,
  ...insightOperations,
  ...agentRunOperations,
  ...treatmentCycleOperations,
  ...orderOperations,
  ...paymentOperations,
  ...webhookEndpointOperations,
  ...webhookRecoveryOperations,
  ...eventOperations,
  ...deliveryOperations,
  ...apiKeyOperations,
  ...auditOperations,
  ...v0Operations,
]
