import { Temporal } from 'temporal-polyfill'

/** What a clock counts from, or waits for. BIRTH and REFERRAL are those dates. */
export const MILESTONES = [
  'SCREENING',
  'EVALUATION',
  'ELIGIBILITY',
  'CHILD_ASSESSMENT',
  'FAMILY_ASSESSMENT',
  'INTERIM_IFSP',
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
  /** Milestones that meet it as well. */
  alsoMetBy?: readonly Milestone[]
  /** It starts anew each time that it is met. */
  repeats: boolean
  /** Days of a documented delay caused by the family do not count. */
  pausable: boolean
  /** Calendar days before the deadline from which it is at risk. */
  warningDays: number
  /** Where the program lists services, each has a period of its own, from the consent to it until it is given. */
  perIfspService?: boolean
  /** What would fall due after the child has left is due on its last day, instead of not owed. */
  owedUntilExit?: boolean
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
  owedUntilExit: true,
} as const

/** What is owed 90 days before the third birthday, or as soon as possible after a late eligibility. */
const beforeTransition = {
  countsFrom: 'BIRTH',
  amount: 36,
  unit: 'MONTHS',
  daysBefore: 90,
  waivedUnderDays: REFERRAL_DAYS,
  daysAfterEligibility: 10,
  owedUntilExit: true,
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
    name: 'child-assessment',
    awaitedMilestone: 'CHILD_ASSESSMENT',
    warningDays: 20,
    source: '34 CFR 303.310(a), (b); 303.321(a)(1)(ii)(A), (c)(1)',
  }),
  clock({
    ...fromReferral,
    name: 'family-assessment',
    awaitedMilestone: 'FAMILY_ASSESSMENT',
    warningDays: 20,
    source: '34 CFR 303.310(a), (d); 303.321(a)(1)(ii)(B), (c)(2)',
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
    owedUntilExit: true,
    perIfspService: true,
    warningDays: 10,
    source: '34 CFR 303.344(f)(1); 303.342(e); SPP/APR Indicator 1',
  }),
  clock({
    name: 'periodic-review',
    countsFrom: 'IFSP',
    amount: 6,
    unit: 'MONTHS',
    awaitedMilestone: 'PERIODIC_REVIEW',
    alsoMetBy: ['ANNUAL_IFSP_MEETING'],
    repeats: true,
    warningDays: 30,
    source: '34 CFR 303.342(b), (c)',
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

/** Of those of the family alone the days do not count (34 CFR 303.310(b)). */
export const DELAY_CAUSES = ['FAMILY', 'PROVIDER', 'SYSTEM'] as const
export type DelayCause = (typeof DELAY_CAUSES)[number]

/** Calendar dates, both inclusive; without `endsOn` it still lasts. */
export interface Delay {
  cause: DelayCause
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
  /** Of ELIGIBILITY: the child is not, so that nothing more is owed. */
  notEligible?: true
  /** …and when the parents were given prior written notice of it. */
  noticeGivenOn?: string
}

/** A service of the IFSP, as far as its clock goes. */
interface ServiceDates {
  key: string
  consentedOn: string | null
  startedOn: string | null
  endedOn: string | null
}

/** What deadlines depend on. Dates are calendar dates where the program is. */
export interface ClockFacts {
  birthDate: string
  referralReceivedOn: string
  milestones: readonly ReachedMilestone[]
  delays: readonly Delay[]
  ifspServices: readonly ServiceDates[]
  holidays: ReadonlySet<string>
  /** Null while the program runs. */
  closedOn: string | null
}

/** NOT_MET: the program ended when it was overdue. */
export const DEADLINE_STATES = ['RUNNING', 'MET', 'NOT_MET', 'NOT_OWED'] as const
type DeadlineState = (typeof DEADLINE_STATES)[number]

export const NOT_OWED_REASONS = [
  'LATE_REFERRAL',
  'AFTER_EXIT',
  'DECLINED_BY_FAMILY',
  'NOT_ELIGIBLE',
  'PROGRAM_CLOSED',
  'SERVICE_ENDED',
] as const
type NotOwedReason = (typeof NOT_OWED_REASONS)[number]

/** What a clock says of one of its periods. */
export interface Deadline {
  clock: string
  /** Key of the service that it is about. */
  ifspService: string | null
  /** Of a clock that repeats the first, second and so on; of others 1. */
  period: number
  startsOn: string
  /** The first day on which its milestone may be reached. */
  notBefore: string | null
  /** While paused: the day it would be if the delay had not begun. Of what is not owed: the day it would have been. */
  dueOn: string
  /** The day it would be if no delay were documented. */
  undelayedDueOn: string
  warnOn: string
  paused: boolean
  delayedDays: number
  awaitedMilestone: Milestone
  state: DeadlineState
  metOn: string | null
  notOwed: NotOwedReason | null
  /** The documented cause of what is late, or would be. */
  lateCause: DelayCause | null
}

type Day = Temporal.PlainDate

/** What every clock that has started says, of each of its periods. Pure. */
export const deadlinesOf = (clocks: readonly Clock[], facts: ClockFacts): Deadline[] => {
  const exitRule = clocks.find(({ awaitedMilestone }) => awaitedMilestone === 'EXIT')
  const exitStart = exitRule && anchorOf(exitRule.countsFrom, facts)
  const exitOn = exitStart && countTo(exitRule, exitStart, facts).due.toString()
  const periods = clocks.flatMap((rule) => periodsOf(rule, facts, exitOn))
  const eligibilityDue = periods.find(
    ({ awaitedMilestone, state }) => awaitedMilestone === 'ELIGIBILITY' && state === 'RUNNING',
  )?.dueOn
  if (!eligibilityDue) return periods
  // Where the eligibility may be decided later than the deadline, that one counts from the decision.
  const waits = new Set(
    clocks.filter((it) => it.daysAfterEligibility !== undefined).map(({ name }) => name),
  )
  return periods.filter(({ clock: name, dueOn }) => !waits.has(name) || dueOn >= eligibilityDue)
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
  const ends = metOn.filter((day) => day > first)
  const starts = [first, ...ends]
  return starts.map((startsOn, index) => period(index, startsOn, ends[index] ?? null))
}

interface Period {
  period: number
  startsOn: string
  metOn: string | null
  notBefore: string | null
  declined: boolean
  /** When the service was given up. */
  endedOn: string | null
  exitOn: string | undefined
}

const FIRST = { period: 1, notBefore: null, declined: false, endedOn: null }

const deadlineOf = (rule: Clock, it: Period, facts: ClockFacts): Deadline => {
  const { startsOn, metOn, notBefore, exitOn } = it
  const counted = countTo(rule, startsOn, facts)
  const eligibleOn = latest(facts, 'ELIGIBILITY')
  if (rule.daysAfterEligibility && eligibleOn && eligibleOn > counted.due.toString()) {
    const { daysAfterEligibility: amount, ...soon } = rule
    const fromEligibility = { ...soon, amount, unit: 'DAYS', daysBefore: 0 } as const
    return deadlineOf(fromEligibility, { ...it, startsOn: eligibleOn }, facts)
  }
  const waived =
    rule.waivedUnderDays !== undefined && daysLeftAtReferral(facts) < rule.waivedUnderDays
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

/** Delays whose days a clock does not count. */
const pausesOf = ({ pausable }: Clock, { delays }: ClockFacts): readonly Delay[] =>
  pausable ? delays.filter(({ cause }) => cause === 'FAMILY') : []

/**
 * The family's, where it had a delay on the last day in time; else whose delay was the last one since the clock began.
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

/** What falls due after the child has left is not owed, or is due on its last day where something can be done by then. */
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

/** What has become of a period: reached, not owed for one reason, overdue at the end, or running. */
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

const daysLeftAtReferral = ({ birthDate, referralReceivedOn }: ClockFacts): number =>
  daysUntil(referralReceivedOn, thirdBirthdayOf(birthDate).toString())

const notBeforeOf = ({ earliestMonthsBefore: months }: Clock, birthDate: string): string | null =>
  months ? thirdBirthdayOf(birthDate).subtract({ months }).toString() : null

/** The first day on which a milestone may be reached; undefined where no clock says one. */
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

interface Counted {
  due: Day
  undelayed: Day
  delayedDays: number
}

/** The day of the anchor is day 0. Months end on the last day of a month that is too short. */
const countTo = (rule: Clock, startsOn: string, facts: ClockFacts): Counted => {
  const start = Temporal.PlainDate.from(startsOn)
  const ended = pausesOf(rule, facts).filter(({ endsOn }) => endsOn !== null)
  const without = count(rule, start, [], facts.holidays)
  if (ended.length === 0) return { ...without, undelayed: without.due }
  return { ...count(rule, start, ended, facts.holidays), undelayed: without.due }
}

const count = (
  { amount, unit, daysBefore }: Clock,
  start: Day,
  delays: readonly Delay[],
  holidays: ReadonlySet<string>,
): { due: Day; delayedDays: number } => {
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

/** MISSED: overdue, and still owed. MET_LATE and NOT_MET: it was, in the end. */
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
