import type { FamilyKindName } from './family-kinds.ts'
import type { TemplateName } from './templates/index.ts'

/** The kind of a message to a family. */
export const kindOf = (template: TemplateName, variables: unknown): FamilyKindName =>
  BY_VARIABLE[template]?.(variables as Choice) ?? KINDS[template] ?? 'OTHER'

/** The variable of some templates that decides their kind. */
interface Choice {
  notice: 'booked' | 'moved' | 'cancelled'
  decision: 'CHARGED' | 'WAIVED'
  by: 'WAITLIST' | 'LEAD'
}

const NOTICES = {
  booked: 'APPOINTMENT_BOOKED',
  moved: 'APPOINTMENT_MOVED',
  cancelled: 'APPOINTMENT_CANCELLED',
} as const

const BY_VARIABLE: Partial<Record<TemplateName, (choice: Choice) => FamilyKindName>> = {
  'appointment.notice': ({ notice }) => NOTICES[notice],
  'fee.decided': ({ decision }) => `FEE_${decision}`,
  'appointment.arranged': ({ by }) => (by === 'LEAD' ? 'LEAD' : 'WAITLIST_ACCEPTED'),
}

const KINDS: Partial<Record<TemplateName, FamilyKindName>> = {
  'appointment.decision': 'APPOINTMENT_DECIDED',
  'appointment.reminder': 'APPOINTMENT_REMINDER',
  'waitlist.offer': 'WAITLIST_OFFERED',
  'place.freed': 'WAITLIST_OFFERED',
  'payment.received': 'PAYMENT_RECEIVED',
  'payment.refunded': 'REFUND_SENT',
  'invoice.issued': 'INVOICE_ISSUED',
  'lead.offer': 'LEAD',
  'lead.proof': 'LEAD',
  'lead.questions': 'LEAD',
  'form.request': 'FORM_ASKED',
  'invoice.overdue': 'INVOICE_OVERDUE',
  'family_check_in.request': 'FAMILY_CHECK_IN',
  'feedback.request': 'VISIT_FOLLOW_UP',
  'rebooking.offer': 'VISIT_FOLLOW_UP',
}
