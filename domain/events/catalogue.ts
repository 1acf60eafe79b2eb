import type { z } from 'zod'
import { agentEvents } from '../agents/events.ts'
import { appointmentEvents } from '../appointments/events.ts'
import { groupAppointmentEvents } from '../group-appointments/events.ts'
import { assessmentEvents } from '../assessments/events.ts'
import { attachmentEvents } from '../attachments/events.ts'
import { breakGlassEvents } from '../break-glass/events.ts'
import { careTeamEvents } from '../care-teams/events.ts'
import { childEvents } from '../children/events.ts'
import { earlyInterventionEvents } from '../early-intervention/events.ts'
import { erasureEvents } from '../erasures/events.ts'
import { feedbackEvents } from '../feedback/events.ts'
import { formEvents } from '../form-responses/events.ts'
import { messageEvents } from '../messages/events.ts'
import { holdEvents } from '../holds/events.ts'
import { appointmentImportEvents } from '../appointment-imports/events.ts'
import { seriesEvents } from '../series/events.ts'
import { timeOffEvents } from '../time-off/events.ts'
import { consentEvents } from '../consents/events.ts'
import { goalEvents } from '../goals/events.ts'
import { noteEvents } from '../notes/events.ts'
import { personExportEvents } from '../person-exports/events.ts'
import { paymentEvents } from '../payments/events.ts'
import { providerEvents } from '../providers/events.ts'
import { processingRestrictionEvents } from '../processing-restrictions/events.ts'
import { treatmentCycleEvents } from '../treatment-cycles/events.ts'
import { waitlistEvents } from '../waitlist/events.ts'
import { webhookEvents } from '../webhooks/events.ts'

/** Every event that a subscriber can ask for. Additive only. */
export const EVENTS = {
  ...appointmentEvents,
  ...groupAppointmentEvents,
  ...holdEvents,
  ...timeOffEvents,
  ...agentEvents,
  ...assessmentEvents,
  ...attachmentEvents,
  ...breakGlassEvents,
  ...careTeamEvents,
  ...childEvents,
  ...earlyInterventionEvents,
  ...erasureEvents,
  ...feedbackEvents,
  ...formEvents,
  ...messageEvents,
  ...consentEvents,
  ...goalEvents,
  ...noteEvents,
  ...paymentEvents,
  ...personExportEvents,
  ...processingRestrictionEvents,
  ...providerEvents,
  ...seriesEvents,
  ...appointmentImportEvents,
  ...treatmentCycleEvents,
  ...waitlistEvents,
  ...webhookEvents,
} as const

export type EventType = keyof typeof EVENTS
export type EventData<T extends EventType> = z.input<(typeof EVENTS)[T]['payload']>

export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]]
