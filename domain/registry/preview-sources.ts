import type { PreviewSource } from '#messaging/message-texts/preview-source.ts'
import type { TemplateName } from '#messaging/messages/templates/index.ts'
import { invoicePreview } from '#receivables/dunnings/invoice-preview.ts'
import { appointmentPreview } from '#scheduling/appointment-follow-ups/appointment-preview.ts'

/** The records with whose data previews can show a template. */
export const PREVIEW_SOURCES = {
  'appointment.decision': appointmentPreview,
  'appointment.notice': appointmentPreview,
  'appointment.reminder': appointmentPreview,
  'feedback.request': appointmentPreview,
  'invoice.overdue': invoicePreview,
  'rebooking.offer': appointmentPreview,
} as const satisfies Partial<Record<TemplateName, PreviewSource>>
