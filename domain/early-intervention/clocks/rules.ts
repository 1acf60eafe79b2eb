import { Temporal } from 'temporal-polyfill'
import type { Milestone } from '#vocabulary/milestones.ts'
import type { Anchor, Clock, ClockFacts, Delay, DelayCause } from './clock.ts'
import { countTo, pausesOf, type Counted } from './count-to.ts'

/** NOT_MET means that the program ended while the deadline was overdue. */
export const DEADLINE_STATES = ['RUNNING', 'MET', 'NOT_MET', 'NOT_OWED'] as const
type DeadlineState = (typeof DEADLINE_STATES)[number]

export const NOT_OWED_REASONS = [
  'LATE_REFERRAL',
  'ELIGIBILITY_PENDING',
  'AFTER_EXIT',
  'DECLINED_BY_FAMILY',
  'NOT_ELIGIBLE',
  'PROGRAM_CLOSED',
  'SERVICE_ENDED',
] as const
type NotOwedReason = (typeof NOT_OWED_REASONS)[number]

/** The state of one period of a clock. */
export interface Deadline {
  clock: string
  /** The key of the deadline's service. */
  ifspService: string | null
  /** The number of the period for a repeating clock; otherwise 1. */
  period: number
  startsOn: string
  /** The first day on which the milestone can be reached. */
  notBefore: string | null
  /**
   * While the clock is paused, the date as if the delay had not started. If nothing is owed, the date that the
   * deadline would have had.
   */
  dueOn: string
  /** The due date without documented delays. */
  undelayedDueOn: string
  warnOn: string
  paused: boolean
  delayedDays: number
  awaitedMilestone: Milestone
  state: DeadlineState
  metOn: string | null
  notOwed: NotOwedReason | null
  /** The documented cause of a delay that has happened or may happen. */
  lateCause: DelayCause | null
}

/** The state of each period of all clocks that have started. Pure. */
export const deadlinesOf = (clocks: readonly Clock[], facts: ClockFacts): Deadline[] => {
  const exitRule = clocks.find(({ awaitedMilestone }) => awaitedMilestone === 'EXIT')
  const exitStart = exitRule && anchorOf(exitRule.countsFrom, facts)
  const exitOn = exitStart && countTo(exitRule, exitStart, facts).due.toString()
  const periods = clocks.flatMap((rule) => periodsOf(rule, facts, exitOn))
  const eligibilityDue = periods.find(
    ({ awaitedMilestone, state }) => awaitedMilestone === 'ELIGIBILITY' && state === 'RUNNING',
  )?.dueOn
  if (!eligibilityDue) return periods
  // If eligibility can be decided after a deadline, that deadline counts from the decision.
  const waits = new Set(
    clocks.filter((it) => it.daysAfterEligibility !== undefined).map(({ name }) => name),
  )
  return periods.map((it) =>
    waits.has(it.clock) && it.dueOn < eligibilityDue && it.state !== 'NOT_OWED'
      ? { ...it, state: 'NOT_OWED', notOwed: 'ELIGIBILITY_PENDING', metOn: null, paused: false }
      : it,
  )
}

export const isRunning = ({ state }: Pick<Deadline, 'state'>): boolean => state === 'RUNNING'

const periodsOf = (rule: Clock, facts: ClockFacts, exitOn: string | undefined): Deadline[] => {
  if (rule.perIfspService && facts.ifspServices.length > 0)
    return facts.ifspServices.flatMap(({ key, consentedOn, startedOn, endedOn }) => {
      if (!consentedOn) return []
      const period = { ...FIRST, startsOn: consentedOn, metOn: startedOn, endedOn, exitOn }
      return { ...deadlineOf(rule, period, facts), ifspService: key }
    })
  const first = anchorOf(rule.countsFrom, facts)
  if (!first) return []
  const notBefore = notBeforeOf(rule, facts.birthDate)
  const meeting = new Set<Milestone>([rule.awaitedMilestone, ...(rule.alsoMetBy ?? [])])
  const reached = facts.milestones.filter(({ kind }) => meeting.has(kind))
  const declined = reached.some(({ declinedByFamily }) => declinedByFamily)
  const metOn = [
    ...new Set(reached.filter((it) => !it.declinedByFamily).map((it) => it.occurredOn)),
  ]
    .filter((day) => !notBefore || day >= notBefore)
    .toSorted()
  const period = (index: number, startsOn: string, met: string | null) =>
    deadlineOf(
      rule,
      { ...FIRST, period: index + 1, startsOn, metOn: met, notBefore, declined, exitOn },
      facts,
    )
  if (!rule.repeats) return [period(0, first, metOn[0] ?? null)]
  const others = new Set(
    reached.filter(({ kind }) => kind !== rule.awaitedMilestone).map((it) => it.occurredOn),
  )
  const periods: Deadline[] = []
  let startsOn = first
  for (const day of metOn.filter((it) => it > first)) {
    if (day > startsOn) {
      const met = period(periods.length, startsOn, day)
      periods.push(met)
      startsOn = !others.has(day) && isSlightlyEarly(rule, day, met.dueOn) ? met.dueOn : day
    } else if (others.has(day)) {
      startsOn = day
    }
  }
  return [...periods, period(periods.length, startsOn, null)]
}

const isSlightlyEarly = ({ earlyDays = 0 }: Clock, day: string, dueOn: string): boolean =>
  day < dueOn && daysUntil(day, dueOn) <= earlyDays

interface Period {
  period: number
  startsOn: string
  metOn: string | null
  notBefore: string | null
  declined: boolean
  /** When the service was abandoned. */
  endedOn: string | null
  exitOn: string | undefined
}

const FIRST = { period: 1, notBefore: null, declined: false, endedOn: null }

const deadlineOf = (rule: Clock, it: Period, facts: ClockFacts): Deadline => {
  const { startsOn, metOn, notBefore, exitOn } = it
  if (rule.daysAfterLateReferral && isWaived(rule, facts)) {
    const {
      daysAfterLateReferral: amount,
      waivedUnderDays: _,
      daysAfterEligibility: __,
      ...soon
    } = rule
    return deadlineOf(daysFrom(soon, amount), { ...it, startsOn: facts.referralReceivedOn }, facts)
  }
  const counted = countTo(rule, startsOn, facts)
  const eligibleOn = latest(facts, 'ELIGIBILITY')
  if (rule.daysAfterEligibility && eligibleOn && eligibleOn > counted.due.toString()) {
    const { daysAfterEligibility: amount, ...soon } = rule
    return deadlineOf(daysFrom(soon, amount), { ...it, startsOn: eligibleOn }, facts)
  }
  const waived = isWaived(rule, facts)
  const pauses = pausesOf(rule, facts)
  const dueBy = dueByExit(rule, startsOn, counted, { exitOn: waived ? undefined : exitOn, pauses })
  const paused = pauses.some(({ endsOn, startsOn: day }) => endsOn === null && day <= dueBy.dueOn)
  const ending = endingOf({ ...it, ...dueBy, waived, paused }, facts)
  const warn = Temporal.PlainDate.from(dueBy.dueOn).subtract({ days: rule.warningDays }).toString()
  return {
    clock: rule.name,
    ifspService: null,
    period: it.period,
    startsOn,
    notBefore,
    dueOn: dueBy.dueOn,
    undelayedDueOn: dueBy.undelayedDueOn,
    warnOn: warn < startsOn ? startsOn : warn,
    paused: paused && ending.state === 'RUNNING',
    delayedDays: counted.delayedDays,
    awaitedMilestone: rule.awaitedMilestone,
    metOn: ending.state === 'MET' ? metOn : null,
    lateCause: lateCauseOf({ startsOn, dueOn: dueBy.dueOn }, facts),
    ...ending,
  }
}

/** The clock, with another number of days. */
const daysFrom = (rule: Clock, amount: number): Clock => ({
  ...rule,
  amount,
  unit: 'DAYS',
  daysBefore: 0,
})

/** Whether a late referral suspends the clock or makes its rule for late referrals apply. */
const isWaived = ({ waivedUnderDays }: Clock, facts: ReferralDates): boolean =>
  waivedUnderDays !== undefined && daysLeftAtReferral(facts) < waivedUnderDays

/** Whether a milestone is required after a late referral (34 CFR 303.209(b)(1)(iii)). */
export const isOfLateReferral = (
  clocks: readonly Clock[],
  milestone: Milestone,
  facts: ReferralDates,
): boolean =>
  clocks.some(
    (it) => it.awaitedMilestone === milestone && it.daysAfterLateReferral && isWaived(it, facts),
  )

type ReferralDates = Pick<ClockFacts, 'birthDate' | 'referralReceivedOn'>

/**
 * FAMILY if the family caused a delay on the last day in time; otherwise the cause of the latest delay since
 * the clock started.
 */
const lateCauseOf = (
  { startsOn, dueOn }: Pick<Deadline, 'startsOn' | 'dueOn'>,
  { delays }: ClockFacts,
): DelayCause | null => {
  const covers = (it: Delay, day: string) =>
    it.startsOn <= dueOn && (it.endsOn === null || it.endsOn >= day)
  if (delays.some((it) => it.cause === 'FAMILY' && covers(it, dueOn))) return 'FAMILY'
  const others = delays.filter((it) => it.cause !== 'FAMILY' && covers(it, startsOn))
  return others.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1)).at(-1)?.cause ?? null
}

/** A deadline after the child's exit is not owed, or is due on the last day if something can still be done by then. */
const dueByExit = (
  rule: Clock,
  startsOn: string,
  { due, undelayed }: Counted,
  { exitOn, pauses }: { exitOn: string | undefined; pauses: readonly Delay[] },
): { dueOn: string; undelayedDueOn: string; afterExit: boolean } => {
  const [dueOn, undelayedDueOn] = [due.toString(), undelayed.toString()]
  if (!exitOn || dueOn <= exitOn) return { dueOn, undelayedDueOn, afterExit: false }
  const isDelayed = pauses.some((it) => it.endsOn && it.startsOn <= exitOn && it.endsOn >= exitOn)
  if (!rule.owedUntilExit || startsOn > exitOn || isDelayed)
    return { dueOn, undelayedDueOn, afterExit: true }
  const earlier = undelayedDueOn < exitOn ? undelayedDueOn : exitOn
  return { dueOn: exitOn, undelayedDueOn: earlier, afterExit: false }
}

/** The outcome of a period: reached, not owed, overdue at the end, or running. */
const endingOf = (
  it: Pick<Period, 'metOn' | 'declined' | 'endedOn'> & {
    dueOn: string
    afterExit: boolean
    waived: boolean
    paused: boolean
  },
  { milestones, closedOn }: ClockFacts,
): Pick<Deadline, 'state' | 'notOwed'> => {
  const notOwed = (reason: NotOwedReason) => ({ state: 'NOT_OWED', notOwed: reason }) as const
  if (it.declined) return notOwed('DECLINED_BY_FAMILY')
  if (it.metOn) return { state: 'MET', notOwed: null }
  if (it.waived) return notOwed('LATE_REFERRAL')
  if (milestones.some(({ notEligible }) => notEligible)) return notOwed('NOT_ELIGIBLE')
  if (it.afterExit) return notOwed('AFTER_EXIT')
  const endedOn = it.endedOn ?? closedOn
  if (endedOn === null) return { state: 'RUNNING', notOwed: null }
  if (!it.paused && it.dueOn < endedOn) return { state: 'NOT_MET', notOwed: null }
  return notOwed(it.endedOn ? 'SERVICE_ENDED' : 'PROGRAM_CLOSED')
}

export const daysUntil = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to).days

export const thirdBirthdayOf = (birthDate: string): Temporal.PlainDate =>
  Temporal.PlainDate.from(birthDate).add({ years: 3 })

const daysLeftAtReferral = ({ birthDate, referralReceivedOn }: ReferralDates): number =>
  daysUntil(referralReceivedOn, thirdBirthdayOf(birthDate).toString())

const notBeforeOf = ({ earliestMonthsBefore: months }: Clock, birthDate: string): string | null =>
  months ? thirdBirthdayOf(birthDate).subtract({ months }).toString() : null

/** The first day on which a milestone can be reached; undefined if there is no rule. */
export const earliestOf = (
  clocks: readonly Clock[],
  milestone: Milestone,
  birthDate: string,
): string | undefined =>
  clocks
    .filter((it) => it.awaitedMilestone === milestone)
    .flatMap((it) => notBeforeOf(it, birthDate) ?? [])
    .toSorted()
    .at(0)

const anchorOf = (anchor: Anchor, facts: ClockFacts): string | undefined => {
  if (anchor === 'BIRTH') return facts.birthDate
  return anchor === 'REFERRAL' ? facts.referralReceivedOn : latest(facts, anchor)
}

const latest = ({ milestones }: ClockFacts, kind: Milestone): string | undefined =>
  milestones
    .filter((it) => it.kind === kind && !it.declinedByFamily)
    .map(({ occurredOn }) => occurredOn)
    .toSorted()
    .at(-1)

/** MISSED means overdue and still owed. MET_LATE and NOT_MET are final. */
export const DEADLINE_STATUSES = [
  'ON_TRACK',
  'AT_RISK',
  'MISSED',
  'PAUSED',
  'MET',
  'MET_LATE',
  'NOT_MET',
  'NOT_OWED',
] as const
export type DeadlineStatus = (typeof DEADLINE_STATUSES)[number]

export const statusOf = (
  it: Pick<Deadline, 'dueOn' | 'warnOn' | 'paused' | 'state' | 'metOn'>,
  today: string,
): DeadlineStatus => {
  if (it.state === 'MET') return it.metOn! > it.dueOn ? 'MET_LATE' : 'MET'
  if (it.state !== 'RUNNING') return it.state
  if (it.paused) return 'PAUSED'
  if (it.dueOn < today) return 'MISSED'
  return it.warnOn <= today ? 'AT_RISK' : 'ON_TRACK'
}
