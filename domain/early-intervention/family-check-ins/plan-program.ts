import { Temporal } from 'temporal-polyfill'
import { daysUntil, type Deadline } from '../clocks/rules.ts'
import { addMinutes, atLocalTime } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'

/** When all-day steps are executed: at the start of the working day. */
const MORNING = '09:00'
/** How soon a worrying answer must be handled: within a day. */
const WORRY_MINUTES = 24 * 60

const CHECK_IN = 'check-in-'
const WARNING = '-warning'
const MISSED = '-missed'
const WORRY = 'worry-'
const SUPERVISOR = 'supervisor-'
const DELAY = 'delay-'

export interface ProgramFacts extends Quiet {
  active: boolean
  /** The current date at the program's location. */
  today: string
  startedOn: string
  checkInEveryDays: number
  delayQuestionEveryDays: number
  deadlines: readonly Deadline[]
  /** Open delays, each with its start and the day of its last activity: the start or an attempt. */
  openDelays: readonly { startsOn: string; heardOn: string }[]
  /** After how many days the coordinator's supervisor is notified. */
  escalateAfterDays: number
  /** Worrying answers that nobody has acknowledged. */
  worries: readonly { id: string; createdAt: Date }[]
}

/**
 * Plans warnings and ends of clocks, the current and the next check-in, and reminders of unacknowledged
 * worries. Pure.
 */
export const planProgram = (facts: ProgramFacts): PlannedStep[] => {
  if (!facts.active) return []
  const at = (step: string, date: string) =>
    afterQuiet(step, atLocalTime(date, MORNING, facts.timeZone), facts)
  const clocks = facts.deadlines
    .filter(({ paused }) => !paused)
    .flatMap((it) => [
      at(nameOf(it) + WARNING, it.warnOn),
      at(nameOf(it) + MISSED, later(it.dueOn, 1)),
    ])
  const familyCheckIns = checkInDates(facts).map((date) => at(CHECK_IN + date, date))
  const delays = facts.openDelays.flatMap(({ heardOn }) =>
    everyDays(heardOn, facts.delayQuestionEveryDays, facts.today).map((date) =>
      at(DELAY + date, date),
    ),
  )
  const worries = facts.worries.flatMap(({ id, createdAt }) => [
    { step: WORRY + suffixOf(id), dueAt: addMinutes(createdAt, WORRY_MINUTES) },
    {
      step: SUPERVISOR + suffixOf(id),
      dueAt: addMinutes(createdAt, facts.escalateAfterDays * WORRY_MINUTES),
    },
  ])
  return [...clocks, ...uniqueSteps(delays), ...familyCheckIns, ...worries]
}

/**
 * The clock's name; for a service, followed by its key. A clock's name contains no dot, so the parts cannot be
 * confused.
 */
export const nameOf = ({ clock, ifspService }: Deadline): string =>
  ifspService === null ? clock : `${clock}.${ifspService}`

/** The latest due check-in and the next one. Earlier missed ones are skipped. */
const checkInDates = ({ startedOn, today, checkInEveryDays }: ProgramFacts): string[] =>
  everyDays(startedOn, checkInEveryDays, today)

const everyDays = (from: string, every: number, today: string): string[] => {
  const passed = Math.floor(daysUntil(from, today) / every)
  return [passed, passed + 1].filter((n) => n > 0).map((n) => later(from, n * every))
}

/** Removes duplicates, because two delays can be checked on the same day. */
const uniqueSteps = (steps: readonly PlannedStep[]): PlannedStep[] => [
  ...new Map(steps.map((it) => [it.step, it])).values(),
]

const later = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

const suffixOf = (id: string): string => id.slice(id.indexOf('_') + 1)

export const isFamilyCheckIn = (step: string): boolean => step.startsWith(CHECK_IN)

export type ProgramStep =
  | { kind: 'warning' | 'missed'; deadline: Deadline }
  | { kind: 'check-in' }
  | { kind: 'worry' | 'supervisor'; id: string }
  | { kind: 'delay'; startsOn: string }

/** The subject of a step; undefined if it no longer exists. */
export const aboutStep = (step: string, facts: ProgramFacts): ProgramStep | undefined => {
  if (isFamilyCheckIn(step)) return { kind: 'check-in' }
  if (step.startsWith(DELAY)) {
    const [delay] = facts.openDelays
    return delay && { kind: 'delay', startsOn: delay.startsOn }
  }
  for (const [kind, prefix] of [
    ['worry', WORRY],
    ['supervisor', SUPERVISOR],
  ] as const) {
    if (!step.startsWith(prefix)) continue
    const worry = facts.worries.find(({ id }) => suffixOf(id) === step.slice(prefix.length))
    return worry && { kind, id: worry.id }
  }
  const kind = step.endsWith(WARNING) ? 'warning' : 'missed'
  const name = step.slice(0, -(kind === 'warning' ? WARNING : MISSED).length)
  const deadline = facts.deadlines.find((it) => nameOf(it) === name && !it.paused)
  return deadline && { kind, deadline }
}
