import { Temporal } from 'temporal-polyfill'
import type { BlockCode, Facts } from '#scheduling/availability/rules.ts'
import type {
  Closure,
  DayException,
  DayWindow,
  WeeklyHours,
  WeeklyWindow,
} from '#organization/schedules/weekly-windows.ts'

/**
 * Availability again, slowly: every minute of an appointment is checked separately, all local time goes through
 * Temporal, and nothing is sorted, merged, cached or skipped.
 */
export interface Plan {
  now: number
  timeZone: string
  rules: Facts['rules']
  schedules: readonly WeeklyHours[] | null
  exceptions: readonly DayException[]
  hours: readonly WeeklyWindow[] | null
  closures: readonly Closure[]
  timeOff: readonly Span[]
  /** Buffers included. */
  providerBusy: readonly Span[]
  childBusy: readonly Span[]
  consentUntil: number
  rooms: readonly { id: string; busy: readonly Span[] }[] | null
  booked: readonly number[]
}
interface Span {
  from: number
  until: number
}

const MINUTE = 60_000
const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

const local = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

const resolve = (
  date: Temporal.PlainDate,
  time: string,
  timeZone: string,
  disambiguation: 'compatible' | 'later',
) =>
  date.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(timeZone, { disambiguation })
    .epochMilliseconds

/**
 * Whether an instant lies in a window of a local day: a repeated bound means its first occurrence at the start,
 * its last at the end.
 */
const inWindow = (at: number, date: Temporal.PlainDate, window: DayWindow, timeZone: string) => {
  const end = window.endTime > window.startTime ? date : date.add({ days: 1 })
  return (
    resolve(date, window.startTime, timeZone, 'compatible') <= at &&
    at < resolve(end, window.endTime, timeZone, 'later')
  )
}

/** The window may have started the evening before. */
const daysAround = (at: number, timeZone: string) => {
  const today = local(at, timeZone).toPlainDate()
  return [today.subtract({ days: 1 }), today, today.add({ days: 1 })]
}

const inWeek = (at: number, { timeZone, windows, startsOn, endsOn }: WeeklyHours) =>
  daysAround(at, timeZone).some(
    (date) =>
      (!startsOn || date.toString() >= startsOn) &&
      (!endsOn || date.toString() <= endsOn) &&
      windows.some(
        (window) =>
          window.weekday === WEEKDAYS[date.dayOfWeek - 1] && inWindow(at, date, window, timeZone),
      ),
  )

const isOn = (at: number, date: string, timeZone: string) =>
  local(at, timeZone).toPlainDate().toString() === date

const works = (at: number, { schedules, exceptions }: Plan) => {
  const extra = exceptions.some(
    ({ kind, occursOn, timeZone, windows }) =>
      kind === 'EXTRA' &&
      windows.some((window) => inWindow(at, Temporal.PlainDate.from(occursOn), window, timeZone)),
  )
  const closed = exceptions.some(
    ({ kind, occursOn, timeZone }) => kind === 'CLOSED' && isOn(at, occursOn, timeZone),
  )
  const weekly = schedules === null || schedules.some((schedule) => inWeek(at, schedule))
  return extra || (weekly && !closed)
}

const isOpen = (at: number, { timeZone, hours, closures }: Plan) => {
  const date = local(at, timeZone).toPlainDate().toString()
  const closed = closures.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
  return !closed && (hours === null || inWeek(at, { timeZone, windows: hours }))
}

const isIn = (at: number, spans: readonly Span[]) =>
  spans.some(({ from, until }) => from <= at && at < until)

const minutesOf = (from: number, minutes: number) =>
  Array.from({ length: minutes }, (_, index) => from + index * MINUTE)

/** What blocks a start, with buffers separate from excluded appointments. */
export const referenceBlocks = (at: number, plan: Plan): Set<BlockCode> => {
  const { now, timeZone, rules } = plan
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } = rules
  const time = minutesOf(at, durationMinutes)
  const busy = minutesOf(
    at - bufferBeforeMinutes * MINUTE,
    bufferBeforeMinutes + durationMinutes + bufferAfterMinutes,
  )
  const day = local(at, timeZone).toPlainDate().toString()
  const sameDay = plan.booked.filter((other) => isOn(other, day, timeZone)).length
  const { minute, second, millisecond } = local(at, timeZone)
  const blocks: [BlockCode, boolean][] = [
    ['in_the_past', at < now],
    ['too_soon', at - now < rules.leadTimeMinutes * MINUTE],
    ['too_far_ahead', rules.horizonDays !== null && at - now > rules.horizonDays * 86_400_000],
    ['consent_missing', at >= plan.consentUntil],
    [
      'not_on_grid',
      rules.startEveryMinutes !== null &&
        (minute % rules.startEveryMinutes !== 0 || second !== 0 || millisecond !== 0),
    ],
    ['outside_hours', !time.every((it) => works(it, plan))],
    ['location_closed', !time.every((it) => isOpen(it, plan))],
    ['time_off', time.some((it) => isIn(it, plan.timeOff))],
    ['daily_cap', rules.dailyCap !== null && sameDay >= rules.dailyCap],
    ['provider_busy', busy.some((it) => isIn(it, plan.providerBusy))],
    ['child_busy', time.some((it) => isIn(it, plan.childBusy))],
    [
      'room_busy',
      plan.rooms !== null && plan.rooms.every((room) => busy.some((it) => isIn(it, room.busy))),
    ],
  ]
  return new Set(blocks.filter(([, stands]) => stands).map(([code]) => code))
}
