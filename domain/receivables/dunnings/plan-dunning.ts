import { Temporal } from 'temporal-polyfill'
import { atLocalTime, dateIn } from '#platform/core/time/time.ts'
import { afterQuiet, type PlannedStep, type Quiet } from '#messaging/follow-ups/plan.ts'
import type { DunningLevel } from '../legal-entities/dunning-level.ts'
import type { DunningReminder } from './dunning-reminder.ts'

/** When all-day steps are executed: at the start of the working day. */
const MORNING = '09:00'
const RESUME_STEP = 'resume'
const STEP = /^reminder-(\d+)$/

export interface DunningFacts extends Quiet {
  status: string
  /** The invoice's due date. */
  dueOn: string
  levels: readonly DunningLevel[]
  reminders: readonly DunningReminder[]
  /** When reminders were last resumed. */
  resumedAt: Date | null
  resumesOn: string | null
}

/** The level of a step; undefined for the end of a hold. */
export const levelOf = (step: string): number | undefined => {
  const [, level] = STEP.exec(step) ?? []
  return level === undefined ? undefined : Number(level)
}

/**
 * Plans a reminder per level, and the end of a hold. The intervals between levels are kept: after a late
 * reminder or a hold, later ones move too. Pure.
 */
export const planDunning = (facts: DunningFacts): PlannedStep[] => {
  const { status, resumesOn, timeZone, levels, reminders } = facts
  const morning = (date: string) => atLocalTime(date, MORNING, timeZone)
  if (status === 'HELD')
    return resumesOn === null ? [] : [{ step: RESUME_STEP, dueAt: morning(resumesOn) }]
  if (status === 'STOPPED') return []
  const past = reminders.map(({ level, dueAt }) => ({
    step: stepOf(level),
    dueAt: new Date(dueAt),
  }))
  const dates = nextDates(facts)
  const next = levels.slice(reminders.length).map((_, index) => {
    const step = afterQuiet(stepOf(reminders.length + index + 1), morning(dates[index]!), facts)
    return step
  })
  return [...past, ...next]
}

const stepOf = (level: number): string => `reminder-${level}`

const nextDates = ({ dueOn, levels, reminders, resumedAt, timeZone }: DunningFacts): string[] => {
  const plain = (date: string) => Temporal.PlainDate.from(date)
  const sent = reminders.at(-1)
  let before = sent ? plain(dateIn(new Date(sent.sentAt), timeZone)) : undefined
  const resumed = resumedAt && plain(dateIn(resumedAt, timeZone)).add({ days: 1 })
  return levels.slice(reminders.length).map(({ daysAfterDue }, index) => {
    const previous = levels[reminders.length + index - 1]
    const planned = plain(dueOn).add({ days: daysAfterDue })
    const apart = before && previous && before.add({ days: daysAfterDue - previous.daysAfterDue })
    before = latest(planned, apart, resumed)
    return before.toString()
  })
}

const latest = (...dates: (Temporal.PlainDate | null | undefined)[]): Temporal.PlainDate =>
  dates
    .filter((date) => date !== null && date !== undefined)
    .reduce((a, b) => (Temporal.PlainDate.compare(a, b) < 0 ? b : a))
