import { Temporal } from 'temporal-polyfill'
import type { Trigger } from '../definitions/triggers.ts'
import { nextRunAt } from '../triggers/next-run-at.ts'

type Schedule = Extract<Trigger, { type: 'SCHEDULE' }>

interface Range {
  startsAt: Date
  endsAt: Date
  centreTimeZone: string
}

/** The times of a schedule in a range, oldest first, as if it had begun before. Pure. */
export const scheduledTimes = (
  schedule: Schedule,
  { startsAt, endsAt, centreTimeZone }: Range,
): Date[] => {
  const begun = begunBefore(schedule, startsAt)
  const times: Date[] = []
  for (let after = new Date(startsAt.getTime() - 1); ;) {
    const next = nextRunAt(begun, { after, centreTimeZone })
    if (!next || next >= endsAt) return times
    times.push(next)
    after = next
  }
}

const PERIODS = { DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' } as const

/**
 * A schedule that began before an instant, on a day of its rule: otherwise a new schedule would have no times in the
 * past. Its COUNT is left out, because it counts from the real beginning.
 */
const begunBefore = (schedule: Schedule, instant: Date): Schedule => {
  const { recurrence } = schedule
  const period = PERIODS[/FREQ=(\w+)/.exec(recurrence)![1] as keyof typeof PERIODS]
  const interval = Number(/INTERVAL=(\d+)/.exec(recurrence)?.[1] ?? 1)
  const startsOn = Temporal.PlainDate.from(schedule.startsOn)
  const before = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
  const isBefore = (day: Temporal.PlainDate) => Temporal.PlainDate.compare(day, before) < 0
  if (isBefore(startsOn)) return schedule
  // A shorter month would move the day of the month.
  const keepsDay = (day: Temporal.PlainDate) =>
    period === 'days' || period === 'weeks' || day.day === startsOn.day
  let begins = startsOn
  for (let count = 1; !isBefore(begins) || !keepsDay(begins); count += 1)
    begins = startsOn.subtract({ [period]: interval * count })
  return {
    ...schedule,
    startsOn: begins.toString(),
    recurrence: recurrence.replace(/;?COUNT=\d+/, ''),
  }
}
