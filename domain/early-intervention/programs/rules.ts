import { DomainError, invalid } from '#platform/core/errors.ts'
import type { Delay, ReachedMilestone } from '../clocks/rules.ts'

export interface StoredDelay extends Delay {
  reason: 'FAMILY_UNAVAILABLE' | 'CONSENT_NOT_GIVEN'
  note: string
}

/** The days that a date of a program may be: from the referral (or birth) until today. */
export interface Span {
  earliest: { on: string; what: string }
  today: string
}

export const assertWithin = (path: string, date: string, { earliest, today }: Span): void => {
  if (date > today) throw invalid(path, 'in_the_future', `${path} is after today, ${today}.`)
  if (date < earliest.on) {
    throw invalid(
      path,
      `before_${earliest.what}`,
      `${path} is before the ${earliest.what}, ${earliest.on}.`,
    )
  }
}

/** What can be reached several times; the others are corrected by saying them again. */
const REPEATING: ReadonlySet<string> = new Set(['REVIEW', 'EVALUATION'])

export const withMilestone = (
  reached: readonly ReachedMilestone[],
  milestone: ReachedMilestone,
): ReachedMilestone[] =>
  [...without(reached, milestone), milestone].toSorted((a, b) => (a.on < b.on ? -1 : 1))

/** What is taken back was recorded. */
export const withoutMilestone = (
  reached: readonly ReachedMilestone[],
  milestone: ReachedMilestone,
): ReachedMilestone[] => {
  const known = reached.some(({ kind, on }) => kind === milestone.kind && on === milestone.on)
  if (known) return without(reached, milestone)
  throw new DomainError('conflict', `There is no ${milestone.kind} of ${milestone.on} on record.`)
}

const without = (
  reached: readonly ReachedMilestone[],
  { kind, on }: ReachedMilestone,
): ReachedMilestone[] =>
  reached.filter((it) => it.kind !== kind || (REPEATING.has(kind) && it.on !== on))

/** Delays do not overlap, and one at a time lasts. */
export const withDelay = (delays: readonly StoredDelay[], delay: StoredDelay): StoredDelay[] => {
  if (delay.until !== null && delay.until < delay.from)
    throw invalid('until', 'before_start', `until is before from, ${delay.from}.`)
  const overlapping = delays.find(
    (it) =>
      (it.until === null || it.until >= delay.from) &&
      (delay.until === null || delay.until >= it.from),
  )
  if (overlapping) {
    const { from, until } = overlapping
    throw new DomainError(
      'conflict',
      `There is a delay from ${from} until ${until ?? 'now'} on record: end it first, or choose other days.`,
    )
  }
  return [...delays, delay].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

export const withDelayEnded = (delays: readonly StoredDelay[], until: string): StoredDelay[] => {
  const open = delays.find((it) => it.until === null)
  if (!open) throw new DomainError('conflict', 'No delay lasts at the moment.')
  if (until < open.from)
    throw invalid('until', 'before_start', `until is before the delay's first day, ${open.from}.`)
  return delays.map((it) => (it === open ? { ...it, until } : it))
}
