/**
 * The rules of 34 CFR part 303 again, written from the regulation and independent of the code: days as numbers,
 * with JavaScript's Date.
 */
import type { Milestone } from '#vocabulary/milestones.ts'
import type { ClockFacts } from '#early-intervention/clocks/clock.ts'

const DAY_MS = 86_400_000
export const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
export const monthsLater = (date: string, months: number): number => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return Date.UTC(year, month - 1 + months, Math.min(day, lastDay)) / DAY_MS
}

/** A line per period of a clock: its due date and its outcome. */
export const expected = (clock: string, facts: ClockFacts): string[] => {
  const { milestones, closedOn } = facts
  const delays = facts.delays.filter((it) => it.cause === 'FAMILY')
  const birthday = monthsLater(facts.birthDate, 36)
  const referral = numberOf(facts.referralReceivedOn)
  const lastDay = birthday - 1
  const of = (kind: Milestone) => milestones.filter((it) => it.kind === kind)
  const dayOf = (kind: Milestone): number | undefined => {
    const days = of(kind)
      .filter((it) => !it.declinedByFamily)
      .map((it) => numberOf(it.occurredOn))
    return days.length > 0 ? Math.max(...days) : undefined
  }
  const notEligible = of('ELIGIBILITY').some((it) => it.notEligible)
  const openFrom = delays.find((it) => it.endsOn === null)?.startsOn
  const inDelay = (day: number) =>
    delays.some(
      (it) => it.endsOn !== null && day >= numberOf(it.startsOn) && day <= numberOf(it.endsOn),
    )
  /** A number of days after a day, skipping ended delays. */
  const countDays = (from: number, days: number): number => {
    let day = from
    for (let counted = 0; counted < days; day += 1) counted += inDelay(day + 1) ? 0 : 1
    return day
  }
  interface Duty {
    due: number
    met?: number | undefined
    pausable?: boolean
    untilExit?: boolean
    waivable?: boolean
    from: number
    declined?: boolean
  }
  const say = (it: Duty): string => {
    const waived = it.waivable && birthday - referral < 45
    let due = it.due
    let afterExit = false
    if (due > lastDay && !waived) {
      if (it.untilExit && it.from <= lastDay && !(it.pausable && inDelay(lastDay))) due = lastDay
      else afterExit = true
    }
    const paused = it.pausable && openFrom !== undefined && numberOf(openFrom) <= due
    const on = dateOf(due)
    if (it.declined) return `${on} NOT_OWED DECLINED_BY_FAMILY`
    if (it.met !== undefined) return `${on} MET ${dateOf(it.met)}`
    if (waived) return `${on} NOT_OWED LATE_REFERRAL`
    if (notEligible) return `${on} NOT_OWED NOT_ELIGIBLE`
    if (afterExit) return `${on} NOT_OWED AFTER_EXIT`
    if (closedOn === null) return paused ? `${on} PAUSED` : on
    return paused || due >= numberOf(closedOn) ? `${on} NOT_OWED PROGRAM_CLOSED` : `${on} NOT_MET`
  }
  const within45 = (kind: Milestone): Duty => ({
    from: referral,
    due: countDays(referral, 45),
    met: dayOf(kind),
    pausable: true,
    untilExit: true,
    waivable: true,
    declined: of(kind).some((it) => it.declinedByFamily),
  })
  const repeated = (months: number, kinds: Milestone[]): string[] => {
    const plan = dayOf('IFSP')
    if (plan === undefined) return []
    const meetings = milestones
      .filter((it) => kinds.includes(it.kind) && numberOf(it.occurredOn) > plan)
      .map((it) => numberOf(it.occurredOn))
    const days = [...new Set(meetings)].toSorted((a, b) => a - b)
    return [plan, ...days].map((from, at) =>
      say({ from, due: monthsLater(dateOf(from), months), met: days[at] }),
    )
  }
  /** A review up to 30 days early counts as held on its due date; a later annual meeting starts six months anew. */
  const reviewed = (): string[] => {
    const plan = dayOf('IFSP')
    if (plan === undefined) return []
    const heldOn = (kind: Milestone) =>
      milestones.filter((it) => it.kind === kind).map((it) => numberOf(it.occurredOn))
    const annual = heldOn('ANNUAL_IFSP_MEETING')
    const lines: string[] = []
    let from = plan
    const all = [...annual, ...heldOn('PERIODIC_REVIEW')]
    for (let day = plan + 1; day <= Math.max(plan, ...all); day += 1) {
      if (!all.includes(day)) continue
      const due = monthsLater(dateOf(from), 6)
      const isAnnual = annual.includes(day)
      if (day > from) {
        lines.push(say({ from, due, met: day }))
        from = !isAnnual && due - day >= 0 && due - day <= 30 ? due : day
      } else if (isAnnual) from = day
    }
    return [...lines, say({ from, due: monthsLater(dateOf(from), 6), met: undefined })]
  }
  const transition = (kind: Milestone, earliestMonths?: number): string[] => {
    const ninety = birthday - 90
    const eligible = dayOf('ELIGIBILITY')
    const decidedBy = say(within45('ELIGIBILITY'))
    const undecided = /^\S+( PAUSED)?$/.test(decidedBy)
    const lastToDecide = numberOf(decidedBy.slice(0, 10))
    const isConditional = undecided && ninety < lastToDecide
    const late = eligible !== undefined && eligible > ninety
    const day = dayOf(kind)
    const earliest = earliestMonths ? monthsLater(dateOf(birthday), -earliestMonths) : -Infinity
    const declined = of(kind).some((it) => it.declinedByFamily)
    // Referred too late for a notice: the agency refers the child as soon as possible instead.
    if (kind === 'LEA_NOTIFICATION' && birthday - referral < 45)
      return [say({ from: referral, due: referral + 10, met: day, untilExit: true, declined })]
    const duty = {
      from: late ? eligible : numberOf(facts.birthDate),
      due: late ? eligible + 10 : ninety,
      met: day !== undefined && day >= earliest ? day : undefined,
      untilExit: true,
      waivable: true,
      declined,
    }
    const said = say(duty)
    return isConditional && !said.includes('NOT_OWED')
      ? [`${dateOf(ninety)} NOT_OWED ELIGIBILITY_PENDING`]
      : [said]
  }
  const serviceSays = (it: ClockFacts['ifspServices'][number]): string => {
    const from = numberOf(it.consentedOn!)
    const duty = { from, due: countDays(from, 30), pausable: true, untilExit: true }
    const said = say({ ...duty, met: it.startedOn ? numberOf(it.startedOn) : undefined })
    const due = said.slice(0, 10)
    const isOpen =
      said === due || said === `${due} PAUSED` || / (NOT_MET|PROGRAM_CLOSED)$/.test(said)
    if (!it.endedOn || !isOpen) return `${it.key} ${said}`
    const isLate = !said.endsWith('PAUSED') && it.endedOn > due
    return `${it.key} ${due} ${isLate ? 'NOT_MET' : 'NOT_OWED SERVICE_ENDED'}`
  }
  const consent = dayOf('CONSENT')
  switch (clock) {
    case 'evaluation':
    case 'eligibility':
    case 'child-assessment':
    case 'family-assessment':
    case 'ifsp':
      return [say(within45(clock.toUpperCase().replace('-', '_') as Milestone))]
    case 'services-started':
      if (facts.ifspServices.length > 0)
        return facts.ifspServices
          .filter((it) => it.consentedOn !== null)
          .map((it) => serviceSays(it))
      if (consent === undefined) return []
      return [
        say({
          from: consent,
          due: countDays(consent, 30),
          met: dayOf('SERVICES_STARTED'),
          pausable: true,
          untilExit: true,
        }),
      ]
    case 'periodic-review':
      return reviewed()
    case 'annual-ifsp-meeting':
      return repeated(12, ['ANNUAL_IFSP_MEETING'])
    case 'lea-notification':
      return transition('LEA_NOTIFICATION')
    case 'transition-plan':
      return transition('TRANSITION_PLAN', 9)
    case 'transition-conference':
      return transition('TRANSITION_CONFERENCE', 9)
    case 'exit':
      return [say({ from: numberOf(facts.birthDate), due: lastDay, met: dayOf('EXIT') })]
    default:
      throw new Error(clock)
  }
}
