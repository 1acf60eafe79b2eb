import { Temporal } from 'temporal-polyfill'
import type { Clock, ClockFacts, Delay, Holiday } from './clock.ts'

type Day = Temporal.PlainDate

export interface Counted {
  due: Temporal.PlainDate
  undelayed: Temporal.PlainDate
  delayedDays: number
}

/** Counts to a deadline. The anchor's day is day 0. If a month is too short, its last day is used. */
export const countTo = (rule: Clock, startsOn: string, facts: ClockFacts): Counted => {
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
  holidays: readonly Holiday[],
): { due: Day; delayedDays: number } => {
  const isDelayed = (day: Day) => {
    const text = day.toString()
    return delays.some((delay) => delay.startsOn <= text && text <= delay.endsOn!)
  }
  // Fast path: without working days or delays the deadline is plain date arithmetic.
  if (unit !== 'WORKING_DAYS' && delays.length === 0) {
    const span = unit === 'MONTHS' ? { months: amount } : { days: amount }
    return { due: start.add(span).subtract({ days: daysBefore }), delayedDays: 0 }
  }
  const counts = (day: Day) => unit !== 'WORKING_DAYS' || isWorkingDay(day, holidays)
  const total = unit === 'MONTHS' ? start.until(start.add({ months: amount })).days : amount
  let due = start
  let delayedDays = 0
  const last = start.add({ days: 2 * total + MOST_DAYS_OFF })
  for (let left = total; left > 0 && Temporal.PlainDate.compare(due, last) < 0;) {
    due = due.add({ days: 1 })
    if (isDelayed(due)) delayedDays++
    else if (counts(due)) left--
  }
  return { due: due.subtract({ days: daysBefore }), delayedDays }
}

/** Limits the search for a working day during a closure without an end; by then the child has left. */
const MOST_DAYS_OFF = 3_660

const SATURDAY = 6

const isWorkingDay = (day: Day, holidays: readonly Holiday[]): boolean => {
  if (day.dayOfWeek >= SATURDAY) return false
  const text = day.toString()
  return !holidays.some(({ startsOn, endsOn }) => startsOn <= text && text <= endsOn)
}

/** The delays whose days a clock excludes. */
export const pausesOf = ({ pausable }: Clock, { delays }: ClockFacts): readonly Delay[] =>
  pausable ? delays.filter(({ cause }) => cause === 'FAMILY') : []
