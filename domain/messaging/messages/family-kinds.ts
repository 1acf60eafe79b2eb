/** What a centre may decide about a kind of message to families. */
interface FamilyKind {
  description: string
  /** Whether it is sent by a centre that has not decided. */
  isDefault: boolean
  /** Whether the centre may turn it off. */
  isOptional: boolean
}

const kind = (description: string, isDefault: boolean, isOptional = true): FamilyKind => ({
  description,
  isDefault,
  isOptional,
})

/** Every kind of message that a family can get. Nothing is sent to a family that is not of one of these kinds. */
export const FAMILY_KINDS = {
  APPOINTMENT_BOOKED: kind(
    'An appointment is booked, with a calendar entry. Also sent by centres that send calendar invitations.',
    false,
  ),
  SERIES_BOOKED: kind(
    'The dates of a series are booked: one e-mail for all. Also sent by centres that send calendar invitations. Later changes of several dates are one e-mail, too.',
    false,
  ),
  APPOINTMENT_MOVED: kind(
    'The time or the place of an appointment changes. Even if turned off, it is sent to people who were told the old time.',
    true,
  ),
  APPOINTMENT_CANCELLED: kind(
    'An appointment is cancelled, and by whom. Even if turned off, it is sent to people who were told of the appointment.',
    true,
  ),
  APPOINTMENT_DECIDED: kind(
    'A booking that awaited confirmation is confirmed, is declined or expires.',
    true,
    false,
  ),
  APPOINTMENT_REMINDER: kind('A reminder before an appointment.', true),
  WAITLIST_OFFERED: kind('A slot or a place is offered to a family on the waitlist.', true, false),
  WAITLIST_ACCEPTED: kind(
    'A family accepted an offer of the waitlist, with the time and the place of the appointment.',
    true,
  ),
  LEAD: kind(
    'Questions and offers to a family that applies for a place, and the first appointment.',
    true,
    false,
  ),
  FORM_ASKED: kind('A form to fill in, and reminders of it.', true, false),
  FEE_CHARGED: kind('A fee for a late cancellation or a no-show is charged.', true),
  FEE_WAIVED: kind('A fee of which they were told is not due after all.', true, false),
  PAYMENT_RECEIVED: kind('A receipt for a payment.', true),
  REFUND_SENT: kind('A receipt for a refund.', true),
  INVOICE_ISSUED: kind('An invoice, as a PDF.', true),
  INVOICE_OVERDUE: kind('A reminder of an unpaid invoice.', true, false),
  FAMILY_CHECK_IN: kind('Questions to a family in early intervention.', true, false),
  VISIT_FOLLOW_UP: kind('After a visit: a request for feedback, and an offer to book again.', true),
  OTHER: kind(
    'Messages that staff write or approve, and notices that the law requires.',
    true,
    false,
  ),
} as const satisfies Record<string, FamilyKind>

export type FamilyKindName = keyof typeof FAMILY_KINDS

export const FAMILY_KIND_NAMES = Object.keys(FAMILY_KINDS) as [FamilyKindName, ...FamilyKindName[]]

/** The kinds that a centre may turn off. */
export const OPTIONAL_KINDS = FAMILY_KIND_NAMES.filter((name) => FAMILY_KINDS[name].isOptional)

/** What the centre decided, by kind. */
export type KindChoices = Readonly<Partial<Record<string, boolean>>>

export const isKindOn = (choices: KindChoices, name: FamilyKindName): boolean =>
  (FAMILY_KINDS[name].isOptional ? choices[name] : undefined) ?? FAMILY_KINDS[name].isDefault
