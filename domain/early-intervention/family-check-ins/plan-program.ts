import { Temporal } from 'temporal-polyfill'
import type { Deadline } from '../clocks/rules.ts'
import { addMinutes, atLocalTime } from '#platform/core/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'

/** When the working day begins, for what concerns a whole day. */
const MORNING = '09:00'
/** An answer that worries is seen to within a day. */
const WORRY_MINUTES = 24 * 60

const CHECK_IN = 'check-in-'
const WARNING = '-warning'
const MISSED = '-missed'
const WORRY = 'worry-'

export interface ProgramFacts extends Quiet {
  active: boolean
  /** Where the centre is. */
  today: string
  startedOn: string
  checkInEveryDays: number
  deadlines: readonly Deadline[]
  /** Answers that worry and that nobody has seen to. */
  worries: readonly { id: string; createdAt: Date }[]
}

/** Warnings and ends of the clocks, the check-in of now and the next, and worries unseen. Pure. */
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
  const worries = facts.worries.map(({ id, createdAt }) => ({
    step: WORRY + suffixOf(id),
    dueAt: addMinutes(createdAt, WORRY_MINUTES),
  }))
  return [...clocks, ...familyCheckIns, ...worries]
}

/** Of a service its key as well: the name of a clock has no dot. */
export const nameOf = ({ clock, ifspService }: Deadline): string =>
  ifspService === null ? clock : `${clock}.${ifspService}`

/** The last one that was due, and the next: what was missed before is not asked for any more. */
const checkInDates = ({ startedOn, today, checkInEveryDays: every }: ProgramFacts): string[] => {
  const passed = Math.floor(Temporal.PlainDate.from(startedOn).until(today).days / every)
  return [passed, passed + 1].filter((n) => n > 0).map((n) => later(startedOn, n * every))
}

const later = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

const suffixOf = (id: string): string => id.slice(id.indexOf('_') + 1)

export const isFamilyCheckIn = (step: string): boolean => step.startsWith(CHECK_IN)

export type ProgramStep =
  | { kind: 'warning' | 'missed'; deadline: Deadline }
  | { kind: 'check-in' }
  | { kind: 'worry'; id: string }

/** What a step is about; undefined when that is no more. */
export const aboutStep = (step: string, facts: ProgramFacts): ProgramStep | undefined => {
  if (isFamilyCheckIn(step)) return { kind: 'check-in' }
  if (step.startsWith(WORRY)) {
    const worry = facts.worries.find(({ id }) => suffixOf(id) === step.slice(WORRY.length))
    return worry && { kind: 'worry', id: worry.id }
  }
  const kind = step.endsWith(WARNING) ? 'warning' : 'missed'
  const name = step.slice(0, -(kind === 'warning' ? WARNING : MISSED).length)
  const deadline = facts.deadlines.find((it) => nameOf(it) === name && !it.paused)
  return deadline && { kind, deadline }
}
