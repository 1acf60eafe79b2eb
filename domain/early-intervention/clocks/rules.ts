import { Temporal } from 'temporal-polyfill'

/** What a clock counts from, or waits for. BIRTH and REFERRAL are those dates. */
export const MILESTONES = [
  'EVALUATION',
  'ELIGIBILITY',
  'IFSP',
  'CONSENT',
  'SERVICES_STARTED',
  'PERIODIC_REVIEW',
  'ANNUAL_IFSP_MEETING',
  'TRANSITION_PLAN',
  'TRANSITION_CONFERENCE',
  'LEA_NOTIFICATION',
  'EXIT',
] as const
export type Milestone = (typeof MILESTONES)[number]
type Anchor = 'BIRTH' | 'REFERRAL' | Milestone

export interface Clock {
  name: string
  countsFrom: Anchor
  amount: number
  unit: 'DAYS' | 'WORKING_DAYS' | 'MONTHS'
  /** Calendar days that the deadline comes earlier than that. */
  daysBefore: number
  awaitedMilestone: Milestone
  /** It starts anew each time that what it waits for happens. */
  repeats: boolean
  /** Days of a documented delay caused by the family do not count. */
  pausable: boolean
  /** Calendar days before the deadline from which it is at risk. */
  warningDays: number
  /** Of a child referred fewer days than this before the third birthday it asks nothing. */
  waivedUnderDays?: number
  /** Days from the eligibility of a child who was found eligible after the deadline. */
  daysAfterEligibility?: number
  /** The milestone may be reached at most so many months before the third birthday. */
  earliestMonthsBefore?: number
  /** The rule that it comes from. */
  source: string
}

const clock = (it: Omit<Clock, 'daysBefore' | 'repeats' | 'pausable'> & Partial<Clock>): Clock => ({
  daysBefore: 0,
  repeats: false,
  pausable: false,
  ...it,
})

/** From the referral to the initial IFSP meeting; for a later referral nothing of this is owed. */
const REFERRAL_DAYS = 45

/** What is owed within 45 days of the referral. */
const fromReferral = {
  countsFrom: 'REFERRAL',
  amount: REFERRAL_DAYS,
  unit: 'DAYS',
  pausable: true,
  waivedUnderDays: REFERRAL_DAYS,
} as const

/** What is owed 90 days before the third birthday, or as soon as possible after a late eligibility. */
const beforeTransition = {
  countsFrom: 'BIRTH',
  amount: 36,
  unit: 'MONTHS',
  daysBefore: 90,
  waivedUnderDays: REFERRAL_DAYS,
  daysAfterEligibility: 10,
} as const

const EARLIEST_TRANSITION_MONTHS = 9

/**
 * IDEA Part C. "As soon as possible" is a number of days here: 30 for services after consent, which is
 * what states report as timely (Indicator 1), and 10 for the transition of a child found eligible late.
 */
export const IDEA_PART_C: readonly Clock[] = [
  clock({
    ...fromReferral,
    name: 'evaluation',
    awaitedMilestone: 'EVALUATION',
    warningDays: 25,
    source: '34 CFR 303.310(a), (b); 303.321(a)',
  }),
  clock({
    ...fromReferral,
    name: 'eligibility',
    awaitedMilestone: 'ELIGIBILITY',
    warningDays: 20,
    source: '34 CFR 303.310(a), (b); 303.321(a); 303.322',
  }),
  clock({
    ...fromReferral,
    name: 'ifsp',
    awaitedMilestone: 'IFSP',
    warningDays: 15,
    source: '34 CFR 303.310(a), (b); 303.342(a)',
  }),
  clock({
    name: 'services-started',
    countsFrom: 'CONSENT',
    amount: 30,
    unit: 'DAYS',
    awaitedMilestone: 'SERVICES_STARTED',
    pausable: true,
    warningDays: 10,
    source: '34 CFR 303.344(f)(1); 303.342(e); SPP/APR Indicator 1',
  }),
  clock({
    name: 'periodic-review',
    countsFrom: 'IFSP',
    amount: 6,
    unit: 'MONTHS',
    awaitedMilestone: 'PERIODIC_REVIEW',
    repeats: true,
    warningDays: 30,
    source: '34 CFR 303.342(b)',
  }),
  clock({
    name: 'annual-ifsp-meeting',
    countsFrom: 'IFSP',
    amount: 12,
    unit: 'MONTHS',
    awaitedMilestone: 'ANNUAL_IFSP_MEETING',
    repeats: true,
    warningDays: 30,
    source: '34 CFR 303.342(c)',
  }),
  clock({
    ...beforeTransition,
    name: 'lea-notification',
    awaitedMilestone: 'LEA_NOTIFICATION',
    warningDays: 30,
    source: '34 CFR 303.209(b)',
  }),
  clock({
    ...beforeTransition,
    name: 'transition-plan',
    awaitedMilestone: 'TRANSITION_PLAN',
    earliestMonthsBefore: EARLIEST_TRANSITION_MONTHS,
    warningDays: 60,
    source: '34 CFR 303.209(d)(2)',
  }),
  clock({
    ...beforeTransition,
    name: 'transition-conference',
    awaitedMilestone: 'TRANSITION_CONFERENCE',
    earliestMonthsBefore: EARLIEST_TRANSITION_MONTHS,
    warningDays: 60,
    source: '34 CFR 303.209(c)(1)',
  }),
  clock({
    name: 'exit',
    countsFrom: 'BIRTH',
    amount: 36,
    unit: 'MONTHS',
    daysBefore: 1,
    awaitedMilestone: 'EXIT',
    warningDays: 30,
    source: '34 CFR 303.21(a); 303.209(a)',
  }),
]

/** Calendar dates, both inclusive; without `endsOn` it still lasts. */
export interface Delay {
  startsOn: string
  endsOn: string | null
}

export interface ReachedMilestone {
  kind: Milestone
  occurredOn: string
  /** The consent that a CONSENT is, where there is a record of it. */
  consentId?: string
  /** It did not take place, as the family may decide: nothing is owed any more. */
  declinedByFamily?: true
}

/** What deadlines depend on. Dates are calendar dates where the centre is. */
export interface ClockFacts {
  birthDate: string
  referralReceivedOn: string
  milestones: readonly ReachedMilestone[]
  delays: readonly Delay[]
  holidays: ReadonlySet<string>
}

export interface Deadline {
  clock: string
  /** While paused: the day it would be if the delay had not begun. */
  dueOn: string
  warnOn: string
  paused: boolean
  delayedDays: number
  startsOn: string
  awaitedMilestone: Milestone
}

type Day = Temporal.PlainDate

/** What every clock that runs says now. One whose milestone was reached says nothing. Pure. */
export const deadlinesOf = (clocks: readonly Clock[], facts: ClockFacts): Deadline[] => {
  const all = clocks.flatMap((it) => {
    const deadline = deadlineOf(it, facts)
    return deadline ? [{ rule: it, deadline }] : []
  })
  const awaiting = (milestone: Milestone) =>
    all.find(({ deadline }) => deadline.awaitedMilestone === milestone)?.deadline
  const [eligibility, exit] = [awaiting('ELIGIBILITY'), awaiting('EXIT')]
  return all.flatMap(({ rule, deadline }) => {
    // Not owed before the eligibility is decided, where that is due later: it is missed itself.
    if (rule.daysAfterEligibility && eligibility && deadline.dueOn < eligibility.dueOn) return []
    return exit ? untilExit(rule, deadline, exit.dueOn) : [deadline]
  })
}

/** What would fall due after the child has left is not owed any more, but for what a late referral owes. */
const untilExit = (rule: Clock, deadline: Deadline, exitsOn: string): Deadline[] => {
  if (deadline.dueOn <= exitsOn) return [deadline]
  const owed = rule.waivedUnderDays && deadline.delayedDays === 0 && deadline.startsOn <= exitsOn
  return owed ? [{ ...deadline, dueOn: exitsOn }] : []
}

const deadlineOf = (it: Clock, facts: ClockFacts): Deadline | undefined => {
  const reached = latest(facts, it.awaitedMilestone)
  if (reached && !it.repeats) return undefined
  if (it.waivedUnderDays && daysLeftAtReferral(facts) < it.waivedUnderDays) return undefined
  const first = anchorOf(it.countsFrom, facts)
  const startsOn = it.repeats && first && reached && reached > first ? reached : first
  if (!startsOn) return undefined
  const delays = it.pausable ? facts.delays : []
  const ended = delays.filter(({ endsOn }) => endsOn !== null)
  const { due, delayedDays } = count(it, startsOn, ended, facts.holidays)
  const eligibleOn = latest(facts, 'ELIGIBILITY')
  if (it.daysAfterEligibility && eligibleOn && eligibleOn > due.toString()) {
    const { daysAfterEligibility: _, ...rule } = it
    const asSoonAsPossible = { countsFrom: 'ELIGIBILITY', unit: 'DAYS', daysBefore: 0 } as const
    return deadlineOf({ ...rule, ...asSoonAsPossible, amount: it.daysAfterEligibility }, facts)
  }
  const paused = delays.some((delay) => delay.endsOn === null && delay.startsOn <= due.toString())
  const warn = due.subtract({ days: it.warningDays }).toString()
  return {
    clock: it.name,
    dueOn: due.toString(),
    warnOn: warn < startsOn ? startsOn : warn,
    paused,
    delayedDays,
    startsOn: startsOn,
    awaitedMilestone: it.awaitedMilestone,
  }
}

export const thirdBirthdayOf = (birthDate: string): Temporal.PlainDate =>
  Temporal.PlainDate.from(birthDate).add({ years: 3 })

const daysLeftAtReferral = ({ birthDate, referralReceivedOn }: ClockFacts): number =>
  Temporal.PlainDate.from(referralReceivedOn).until(thirdBirthdayOf(birthDate)).days

/** The first day on which a milestone may be reached; undefined where no clock says one. */
export const earliestOf = (
  clocks: readonly Clock[],
  milestone: Milestone,
  birthDate: string,
): string | undefined =>
  clocks
    .filter((it) => it.awaitedMilestone === milestone)
    .flatMap(({ earliestMonthsBefore: months }) =>
      months ? thirdBirthdayOf(birthDate).subtract({ months }).toString() : [],
    )
    .toSorted()
    .at(0)

const anchorOf = (anchor: Anchor, facts: ClockFacts): string | undefined => {
  if (anchor === 'BIRTH') return facts.birthDate
  return anchor === 'REFERRAL' ? facts.referralReceivedOn : latest(facts, anchor)
}

const latest = ({ milestones }: ClockFacts, kind: Milestone): string | undefined =>
  milestones
    .filter((it) => it.kind === kind)
    .map(({ occurredOn }) => occurredOn)
    .toSorted()
    .at(-1)

/** The day of the anchor is day 0. Months end on the last day of a month that is too short. */
const count = (
  { amount, unit, daysBefore }: Clock,
  startsOn: string,
  delays: readonly Delay[],
  holidays: ReadonlySet<string>,
): { due: Day; delayedDays: number } => {
  const start = Temporal.PlainDate.from(startsOn)
  const isDelayed = (day: Day) => {
    const text = day.toString()
    return delays.some((delay) => delay.startsOn <= text && text <= delay.endsOn!)
  }
  // Most clocks: nothing to look at on the way.
  if (unit !== 'WORKING_DAYS' && delays.length === 0) {
    const span = unit === 'MONTHS' ? { months: amount } : { days: amount }
    return { due: start.add(span).subtract({ days: daysBefore }), delayedDays: 0 }
  }
  const counts = (day: Day) => unit !== 'WORKING_DAYS' || isWorkingDay(day, holidays)
  const total = unit === 'MONTHS' ? start.until(start.add({ months: amount })).days : amount
  let due = start
  let delayedDays = 0
  for (let left = total; left > 0;) {
    due = due.add({ days: 1 })
    if (isDelayed(due)) delayedDays++
    else if (counts(due)) left--
  }
  return { due: due.subtract({ days: daysBefore }), delayedDays }
}

const SATURDAY = 6

const isWorkingDay = (day: Day, holidays: ReadonlySet<string>): boolean =>
  day.dayOfWeek < SATURDAY && !holidays.has(day.toString())

export type DeadlineStatus = 'ON_TRACK' | 'AT_RISK' | 'MISSED' | 'PAUSED'

export const statusOf = (
  { dueOn, warnOn, paused }: Pick<Deadline, 'dueOn' | 'warnOn' | 'paused'>,
  today: string,
): DeadlineStatus => {
  if (paused) return 'PAUSED'
  if (dueOn < today) return 'MISSED'
  return warnOn <= today ? 'AT_RISK' : 'ON_TRACK'
}
