import type { FamilyKindName } from './family-kinds.ts'
import type { TemplateName } from './templates/index.ts'

/** The kind of a message to a family. */
export const kindOf = (template: TemplateName, variables: unknown): FamilyKindName =>
  template === 'appointment.notice'
    ? NOTICES[(variables as { notice: keyof typeof NOTICES }).notice]
    : (KINDS[template] ?? 'OTHER')

const NOTICES = {
  booked: 'APPOINTMENT_BOOKED',
  moved: 'APPOINTMENT_MOVED',
  cancelled: 'APPOINTMENT_CANCELLED',
} as const

const KINDS: Partial<Record<TemplateName, FamilyKindName>> = {
  'appointment.decision': 'APPOINTMENT_DECIDED',
  'appointment.reminder': 'APPOINTMENT_REMINDER',
  'waitlist.offer': 'WAITLIST_OFFERED',
  'place.freed': 'WAITLIST_OFFERED',
  'lead.offer': 'LEAD',
  'lead.proof': 'LEAD',
  'lead.questions': 'LEAD',
  'form.request': 'FORM_ASKED',
  'invoice.overdue': 'INVOICE_OVERDUE',
  'family_check_in.request': 'FAMILY_CHECK_IN',
  'feedback.request': 'VISIT_FOLLOW_UP',
  'rebooking.offer': 'VISIT_FOLLOW_UP',
}
