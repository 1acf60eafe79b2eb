import { Temporal } from 'temporal-polyfill'
import { invalid } from '#platform/core/errors/errors.ts'
import { atLocalTime, dateIn } from '#platform/core/time/time.ts'

export const DISCHARGE_REASONS = [
  'GOALS_MET',
  'PROGRAM_COMPLETED',
  'AGED_OUT',
  'TRANSFERRED',
  'MOVED_AWAY',
  'FAMILY_WITHDREW',
  'NON_ATTENDANCE',
  'NO_PROGRESS',
  'FUNDING_ENDED',
  'DECEASED',
  'OTHER',
] as const

export const DISCHARGE_STATUSES = ['ENDING', 'ENDED', 'READMITTED'] as const

/** What happens to credit of the family. Money only moves when a person moves it. */
export const CREDIT_CHOICES = ['KEEP', 'REFUND_REQUESTED'] as const

/** What a discharge ends, in this order, and what it only shows. */
export const ITEM_KINDS = [
  'WAITLIST_ENTRY',
  'GROUP_WAITLIST_ENTRY',
  'HOLD',
  'APPOINTMENT',
  'SERIES',
  'PROGRAM',
  'TREATMENT_CYCLE',
  'FORM_RESPONSE',
  'ASSESSMENT_SCHEDULE',
  'ASSESSMENT',
  'GOAL',
  'SESSION_PACKAGE',
  'CREDIT_BALANCE',
] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

export const ITEM_RESULTS = ['PENDING', 'ENDED', 'NOT_NEEDED', 'REFUSED', 'KEPT'] as const
export type ItemResult = (typeof ITEM_RESULTS)[number]

/** Kinds that the last visits still need: they end when care ends. */
const WITH_CARE: ReadonlySet<ItemKind> = new Set([
  'PROGRAM',
  'TREATMENT_CYCLE',
  'FORM_RESPONSE',
  'ASSESSMENT_SCHEDULE',
  'ASSESSMENT',
  'GOAL',
])

/** Kinds that belong to the family, so that a discharge does not touch them. */
const KEPT: ReadonlySet<ItemKind> = new Set(['SESSION_PACKAGE', 'CREDIT_BALANCE'])

export const firstResultOf = (kind: ItemKind): ItemResult => (KEPT.has(kind) ? 'KEPT' : 'PENDING')

/** When an item ends: at once, or with the last visit. */
export const dueAtOf = (kind: ItemKind, { endsAt, now }: { endsAt: Date; now: Date }): Date =>
  WITH_CARE.has(kind) && endsAt > now ? endsAt : now

/** How a new one is begun after the child is readmitted. */
export const BEGIN_AGAIN: Readonly<Record<ItemKind, string | null>> = {
  WAITLIST_ENTRY: 'POST /v1/waitlist-entries',
  GROUP_WAITLIST_ENTRY: 'POST /v1/group-appointments/{id}/waitlist-entries',
  HOLD: 'POST /v1/holds',
  APPOINTMENT: 'POST /v1/appointments',
  SERIES: 'POST /v1/series',
  PROGRAM: 'POST /v1/early-intervention-programs/{id}/reopen',
  TREATMENT_CYCLE: 'POST /v1/treatment-cycles',
  FORM_RESPONSE: 'POST /v1/form-responses',
  ASSESSMENT_SCHEDULE: 'POST /v1/assessment-schedules',
  ASSESSMENT: 'POST /v1/assessments',
  GOAL: 'POST /v1/goals/{id}/resume',
  SESSION_PACKAGE: null,
  CREDIT_BALANCE: null,
}

interface Moment {
  now: Date
  timeZone: string
}

/** How far the last day of care may be from today. */
const MOST_DAYS = 366

/**
 * The last day of care and the instant at which care ends. Without a day, care ends at once; with a day, that
 * whole day belongs to it.
 */
export const endOfCare = (effectiveOn: string | undefined, { now, timeZone }: Moment) => {
  const today = dateIn(now, timeZone)
  if (effectiveOn === undefined) return { effectiveOn: today, endsAt: now }
  const day = Temporal.PlainDate.from(effectiveOn)
  const days = Temporal.PlainDate.from(today).until(day, { largestUnit: 'days' }).days
  if (Math.abs(days) > MOST_DAYS)
    throw invalid(
      'effectiveOn',
      'out_of_range',
      `effectiveOn must be within ${MOST_DAYS} days of today, ${today}.`,
    )
  const next = day.add({ days: 1 }).toString()
  return { effectiveOn, endsAt: atLocalTime(next, '00:00', timeZone) }
}

/** The day on which a program is closed: the last day of care, which in a dry run may lie ahead. */
export const closedOnOf = (effectiveOn: string, { now, timeZone }: Moment): string => {
  const today = dateIn(now, timeZone)
  return effectiveOn < today ? effectiveOn : today
}

/** The reason that records which end show: a discharge's own note stays with the discharge. */
export const endReasonOf = ({ reason }: { reason: string }): string =>
  `The child was discharged (${reason}).`
