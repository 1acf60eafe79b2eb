import { Temporal } from 'temporal-polyfill'
import type { AppointmentStatus } from '#prisma/generated/enums.ts'

/**
 * For how many years a centre must keep records, and the range in which it can set another period:
 * - clinical, after the last contact: § 630f(3) BGB. Other law may require less (at least 3 years: a child's
 *   claims under § 199(1) BGB) or more (30 years: § 199(2) BGB).
 * - a child's clinical record, until this birthday: NHS Records Management Code of Practice, Appendix II (26
 *   covers those whose treatment ended at 17). Null counts only the years after the last contact.
 * - orders and payments, from the end of the calendar year: § 147(3) and (4) AO, § 257(4) HGB for vouchers (10
 *   years until the end of 2024: Viertes Bürokratieentlastungsgesetz), § 14b(1) UStG for invoices. Books and
 *   annual accounts (10 years) are not stored in the platform.
 */
export const RETENTION_YEARS = {
  clinicalYears: { usual: 10, least: 3, most: 30 },
  childUntilAge: { usual: 25, least: 18, most: 40 },
  financialYears: { usual: 8, least: 5, most: 15 },
} as const

export interface RetentionTerms {
  clinicalYears: number
  childUntilAge: number | null
  financialYears: number
  /** The centre's IANA zone, whose calendar determines years and birthdays. */
  timeZone: string
}

/** Evidence that a child was treated. Days are local. */
export type Contact =
  | { kind: 'session'; startedAt: Date; endedAt: Date | null }
  | { kind: 'appointment'; status: AppointmentStatus; endsAt: Date }
  | { kind: 'assessment'; administeredOn: string | null }
  | { kind: 'program'; closedOn: string | null }

/** A child, including the records merged into the child's record. */
export interface ChildHistory {
  birthDates: string[]
  contacts: Contact[]
}

export interface Voucher {
  orderedAt: Date
  settledAt: Date | null
}

/** The facts about a person; for a client, the children whose records name the client. */
export interface PersonHistory {
  children: ChildHistory[]
  vouchers: Voucher[]
}

/**
 * Until when a person's records must be kept; null if nothing requires it. One date per kind, the latest.
 * `therapy.retention_of` is the same rule in SQL.
 */
export const retentionEnds = (
  person: PersonHistory,
  terms: RetentionTerms,
): { clinical: Date | null; financial: Date | null } => ({
  clinical: latest(person.children.map((child) => clinicalEnd(child, terms))),
  financial: financialEnd(person.vouchers, terms),
})

/** No rule requires keeping the record of a child who never came. */
const clinicalEnd = (
  { birthDates, contacts }: ChildHistory,
  terms: RetentionTerms,
): Date | null => {
  const { clinicalYears, childUntilAge, timeZone } = terms
  const last = latest(contacts.map((contact) => contactAt(contact, timeZone)))
  if (!last) return null
  const birthdays =
    childUntilAge === null ? [] : birthDates.map((date) => midnight(date, childUntilAge, timeZone))
  return latest([yearsAfter(last, clinicalYears, timeZone), ...birthdays])
}

/** Statuses of appointments that took place. A booking or a no-show is not a contact. */
const TOOK_PLACE: readonly AppointmentStatus[] = ['CHECKED_IN', 'IN_PROGRESS', 'COMPLETED']

const contactAt = (contact: Contact, timeZone: string): Date | null => {
  switch (contact.kind) {
    case 'session':
      return contact.endedAt ?? contact.startedAt
    case 'appointment':
      return TOOK_PLACE.includes(contact.status) ? contact.endsAt : null
    case 'assessment':
      return contact.administeredOn === null ? null : midnight(contact.administeredOn, 0, timeZone)
    case 'program':
      return contact.closedOn === null ? null : midnight(contact.closedOn, 0, timeZone)
  }
}

/** § 147(4) AO: the period starts at the end of the calendar year. */
const financialEnd = (
  vouchers: Voucher[],
  { financialYears, timeZone }: RetentionTerms,
): Date | null => {
  const last = latest(vouchers.flatMap(({ orderedAt, settledAt }) => [orderedAt, settledAt]))
  if (!last) return null
  const { year } = localTime(last, timeZone)
  return midnight(`${year}-01-01`, 1 + financialYears, timeZone)
}

const latest = (dates: (Date | null)[]): Date | null =>
  dates.reduce((last, date) => (date && (!last || date > last) ? date : last), null)

const yearsAfter = (at: Date, years: number, timeZone: string): Date =>
  instantOf(localTime(at, timeZone).add({ years }), timeZone)

const midnight = (date: string, yearsLater: number, timeZone: string): Date =>
  instantOf(Temporal.PlainDate.from(date).add({ years: yearsLater }).toPlainDateTime(), timeZone)

const localTime = (at: Date, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()

/** For a local time that occurs twice, the later instant: rather an hour longer than shorter. */
const instantOf = (local: Temporal.PlainDateTime, timeZone: string): Date =>
  new Date(local.toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds)
