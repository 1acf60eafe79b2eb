import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import type { Milestone } from '#vocabulary/milestones.ts'
import type { Delay, DelayCause, ReachedMilestone } from '../clocks/clock.ts'

export interface StoredDelay extends Delay {
  /** For a delay by the family: which case of 34 CFR 303.310(b) applies. */
  reason?: 'FAMILY_UNAVAILABLE' | 'CONSENT_NOT_GIVEN'
  note: string
  attempts: readonly Attempt[]
}

/** An attempt to reach the family or to obtain consent. */
export interface Attempt {
  attemptedOn: string
  channel: AttemptChannel
  note?: string
}

export const ATTEMPT_CHANNELS = [
  'PHONE',
  'TEXT_MESSAGE',
  'EMAIL',
  'LETTER',
  'VISIT',
  'OTHER',
] as const
type AttemptChannel = (typeof ATTEMPT_CHANNELS)[number]

/**
 * The law requires "repeated" attempts: a delay counts as consent not given only after this many attempts on
 * different days.
 */
const ATTEMPTS_FOR_CONSENT = 2

/** The range in which a program's dates must lie: from the referral (or birth) to today. */
export interface Span {
  earliest: { occurredOn: string; what: string }
  today: string
}

export const assertWithin = (path: string, date: string, { earliest, today }: Span): void => {
  if (date > today)
    throw invalid(path, 'in_the_future', `${path} must not be later than today, ${today}.`)
  if (date < earliest.occurredOn) {
    throw invalid(
      path,
      'out_of_range',
      `${path} is before the ${earliest.what} on ${earliest.occurredOn}. Send that date or a later one.`,
    )
  }
}

/** Milestones that need the family's approval (34 CFR 303.209(b)(2), (c)(1); 303.321(c)(2)). */
const DECLINABLE: ReadonlySet<Milestone> = new Set([
  'FAMILY_ASSESSMENT',
  'TRANSITION_CONFERENCE',
  'LEA_NOTIFICATION',
])

/**
 * A family can decline only milestones that need its approval. A milestone that is not declined cannot be
 * reached before its first day.
 */
export const assertReachable = (
  { kind, occurredOn, declinedByFamily }: ReachedMilestone,
  earliest: string | undefined,
): void => {
  if (declinedByFamily) {
    if (DECLINABLE.has(kind)) return
    throw invalid(
      'declinedByFamily',
      'not_allowed',
      `A family cannot decline ${kind}. Omit declinedByFamily.`,
    )
  }
  if (earliest && occurredOn < earliest)
    throw invalid(
      'occurredOn',
      'too_early',
      `${kind} cannot be earlier than ${earliest}. Send that date or a later one.`,
    )
}

/** Milestones at the transition at which records are shared. */
const SHARING: ReadonlySet<Milestone> = new Set(['LEA_NOTIFICATION', 'TRANSITION_CONFERENCE'])

export const assertSharing = ({
  kind,
  recordsShared,
  declinedByFamily,
}: ReachedMilestone): void => {
  if (!recordsShared || (SHARING.has(kind) && !declinedByFamily)) return
  throw invalid(
    'recordsShared',
    'not_allowed',
    `${kind} does not share records. Omit recordsShared.`,
  )
}

/** Requires the prior written notice of ineligibility to the parents (34 CFR 303.322, 303.421). */
export const assertEligibility = (
  { kind, notEligible, noticeGivenOn }: ReachedMilestone,
  span: Span,
): void => {
  if (notEligible && kind !== 'ELIGIBILITY')
    throw invalid(
      'notEligible',
      'not_allowed',
      `${kind} is not a decision on eligibility. Omit notEligible.`,
    )
  if (notEligible && noticeGivenOn === undefined)
    throw invalid(
      'noticeGivenOn',
      'required',
      'noticeGivenOn is required: send the date on which the parents received written notice.',
    )
  if (!noticeGivenOn) return
  if (!notEligible)
    throw invalid(
      'noticeGivenOn',
      'not_allowed',
      'noticeGivenOn is allowed only with notEligible. Omit it.',
    )
  assertWithin('noticeGivenOn', noticeGivenOn, span)
}

/** An interim IFSP names the coordinator and precedes the IFSP that replaces it (34 CFR 303.345). */
export const assertInterim = (
  { kind, occurredOn }: ReachedMilestone,
  program: { serviceCoordinatorId: string | null; milestones: readonly ReachedMilestone[] },
): void => {
  if (kind !== 'INTERIM_IFSP') return
  if (program.serviceCoordinatorId === null)
    throw invalid(
      'kind',
      'not_allowed',
      'An interim IFSP must name the service coordinator. Set serviceCoordinatorId first.',
    )
  const ifsp = program.milestones.find((it) => it.kind === 'IFSP')
  if (ifsp && ifsp.occurredOn <= occurredOn)
    throw invalid(
      'occurredOn',
      'out_of_range',
      `The IFSP is already on record for ${ifsp.occurredOn}, so an interim IFSP must have an earlier date.`,
    )
}

/** Milestones that can be reached several times. Recording any other milestone again corrects it. */
const REPEATING: ReadonlySet<Milestone> = new Set(['PERIODIC_REVIEW', 'ANNUAL_IFSP_MEETING'])

export const repeats = (kind: Milestone): boolean => REPEATING.has(kind)

export const withMilestone = (
  reached: readonly ReachedMilestone[],
  milestone: ReachedMilestone,
): ReachedMilestone[] =>
  [...without(reached, milestone), milestone].toSorted((a, b) =>
    a.occurredOn < b.occurredOn ? -1 : 1,
  )

/** Withdraws a milestone, which must have been recorded. */
export const withoutMilestone = (
  reached: readonly ReachedMilestone[],
  milestone: Pick<ReachedMilestone, 'kind' | 'occurredOn'>,
): ReachedMilestone[] => without(reached, recordedMilestone(reached, milestone))

/** The milestone of this kind and day. */
export const recordedMilestone = (
  reached: readonly ReachedMilestone[],
  { kind, occurredOn }: Pick<ReachedMilestone, 'kind' | 'occurredOn'>,
): ReachedMilestone => {
  const known = reached.find((it) => it.kind === kind && it.occurredOn === occurredOn)
  if (known) return known
  throw new DomainError(
    'milestone_not_recorded',
    `The program has no ${kind} of ${occurredOn} on record.`,
  )
}

const without = (
  reached: readonly ReachedMilestone[],
  { kind, occurredOn }: ReachedMilestone,
): ReachedMilestone[] =>
  reached.filter((it) => it.kind !== kind || (repeats(kind) && it.occurredOn !== occurredOn))

/** Milestones come after the referral, so a later referral date would contradict them. */
export const assertReferredBefore = (
  referralReceivedOn: string,
  reached: readonly ReachedMilestone[],
): void => {
  const earlier = reached.find(({ occurredOn }) => occurredOn < referralReceivedOn)
  if (!earlier) return
  throw invalid(
    'referralReceivedOn',
    'out_of_range',
    `referralReceivedOn is later than ${earlier.kind} on ${earlier.occurredOn}. Correct the date of that milestone first.`,
  )
}

/**
 * Requires one of the regulation's two reasons for a delay by the family. Consent not given also requires
 * repeated attempts to obtain it.
 */
export const assertDocumented = ({ cause, reason, attempts }: StoredDelay, span: Span): void => {
  if ((cause === 'FAMILY') !== (reason !== undefined))
    throw invalid(
      'reason',
      cause === 'FAMILY' ? 'required' : 'not_allowed',
      'reason is allowed only for a delay caused by the FAMILY. Describe other causes in note.',
    )
  attempts.forEach(({ attemptedOn }, index) =>
    assertWithin(`attempts.${index}.attemptedOn`, attemptedOn, span),
  )
  const days = new Set(attempts.map(({ attemptedOn }) => attemptedOn))
  if (reason === 'CONSENT_NOT_GIVEN' && days.size < ATTEMPTS_FOR_CONSENT)
    throw invalid(
      'attempts',
      'required',
      `Record at least ${ATTEMPTS_FOR_CONSENT} attempts to obtain consent, on different days.`,
    )
}

/** Adds a delay. Delays with the same cause do not overlap, and only one delay can be open. */
export const withDelay = (delays: readonly StoredDelay[], delay: StoredDelay): StoredDelay[] => {
  if (delay.endsOn !== null && delay.endsOn < delay.startsOn)
    throw invalid(
      'endsOn',
      'inverted_range',
      `endsOn is before startsOn, ${delay.startsOn}. Send a later endsOn.`,
    )
  const overlapping = delays.find(
    (it) =>
      it.cause === delay.cause &&
      (it.endsOn === null || it.endsOn >= delay.startsOn) &&
      (delay.endsOn === null || delay.endsOn >= it.startsOn),
  )
  if (overlapping) {
    const { startsOn, endsOn } = overlapping
    throw new DomainError(
      'delays_overlap',
      `A delay from ${startsOn} until ${endsOn ?? 'now'} is already on record. End it first, or choose other dates.`,
    )
  }
  return [...delays, delay].toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
}

const openDelay = (delays: readonly StoredDelay[], cause: DelayCause): StoredDelay => {
  const open = delays.find((it) => it.cause === cause && it.endsOn === null)
  if (!open)
    throw new DomainError('no_open_delay', `The program has no current delay caused by ${cause}.`)
  return open
}

/** Adds an attempt to the open delay. */
export const withAttempt = (
  delays: readonly StoredDelay[],
  cause: DelayCause,
  attempt: Attempt,
): StoredDelay[] => {
  const open = openDelay(delays, cause)
  const attempts = [...open.attempts, attempt].toSorted((a, b) =>
    a.attemptedOn < b.attemptedOn ? -1 : 1,
  )
  return delays.map((it) => (it === open ? { ...it, attempts } : it))
}

export const withDelayEnded = (
  delays: readonly StoredDelay[],
  cause: DelayCause,
  endsOn: string,
): StoredDelay[] => {
  const open = openDelay(delays, cause)
  if (endsOn < open.startsOn)
    throw invalid(
      'endsOn',
      'inverted_range',
      `endsOn is before the first day of the delay, ${open.startsOn}. Send that date or a later one.`,
    )
  return delays.map((it) => (it === open ? { ...it, endsOn } : it))
}
