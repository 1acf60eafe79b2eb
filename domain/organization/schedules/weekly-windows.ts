import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import { dayOf, instantOf, localDay, minutesOf, type Day } from '#platform/core/time/local-time.ts'
import { ALWAYS, union, without, type Range } from '#platform/core/time/ranges.ts'

export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const

const time = () =>
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a local time such as 09:30' })

const bounds = {
  startTime: time().meta({
    description: 'Local time at which the hours begin, as HH:MM.',
    example: '09:00',
  }),
  endTime: time().meta({
    description:
      'Local time at which the hours end, as HH:MM. If it is not later than `startTime`, the hours end on the next day: 22:00 to 06:00 is a night, and 18:00 to 00:00 is an evening.',
    example: '17:30',
  }),
}

/** Hours on one day. */
const DayWindow = z.strictObject(bounds)
export type DayWindow = z.infer<typeof DayWindow>

/** Hours that repeat every week. */
const WeeklyWindow = z.strictObject({
  weekday: z.enum(WEEKDAYS).meta({ description: 'Day of the week.' }),
  ...bounds,
})
export type WeeklyWindow = z.infer<typeof WeeklyWindow>

const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

/**
 * The minutes of the week (or of the day) that a window covers. They go beyond the end if the window crosses
 * midnight.
 */
const spanOf = ({
  startTime,
  endTime,
  weekday,
}: DayWindow & { weekday?: WeeklyWindow['weekday'] }) => {
  const begin = (weekday ? WEEKDAYS.indexOf(weekday) * DAY_MINUTES : 0) + minutesOf(startTime)
  const length = minutesOf(endTime) - minutesOf(startTime)
  return { begin, end: begin + (length > 0 ? length : length + DAY_MINUTES) }
}

/** The index of a window that overlaps an earlier one; -1 if there is none. */
const overlapIn = (windows: readonly DayWindow[], turn: number): number => {
  const spans = windows
    .map((window, index) => ({ ...spanOf(window), index }))
    .toSorted((a, b) => a.begin - b.begin)
  const first = spans[0]
  const beyond = first && { ...first, begin: first.begin + turn, end: first.end + turn }
  const round = beyond ? [...spans, beyond] : spans
  return round.find(({ begin }, at) => at > 0 && begin < round[at - 1]!.end)?.index ?? -1
}

const disjoint = <Window extends DayWindow>(schema: z.ZodType<Window>, max: number, turn: number) =>
  z
    .array(schema)
    .max(max)
    .check((context) => {
      const index = overlapIn(context.value, turn)
      if (index >= 0)
        context.issues.push({
          code: 'custom',
          input: context.value,
          path: [index],
          message: 'overlaps another window. Merge the two',
          params: because('overlapping'),
        })
    })

export const weeklyWindows = () =>
  disjoint(WeeklyWindow, 100, WEEK_MINUTES).meta({
    example: [
      { weekday: 'MONDAY', startTime: '09:00', endTime: '12:30' },
      { weekday: 'MONDAY', startTime: '13:30', endTime: '17:30' },
    ],
  })

export const dayWindows = () =>
  disjoint(DayWindow, 20, Infinity).meta({ example: [{ startTime: '09:00', endTime: '12:00' }] })

const windowOn = (day: Day, { startTime, endTime }: DayWindow, timeZone: string): Range => ({
  from: instantOf(day, startTime, timeZone, 'first'),
  until: instantOf(endTime > startTime ? day : day + 1, endTime, timeZone, 'last'),
})

const wholeDays = (first: Day, last: Day, timeZone: string): Range => ({
  from: instantOf(first, '00:00', timeZone),
  until: instantOf(last + 1, '00:00', timeZone),
})

/** A provider's weekly hours at a location. Dates are local and inclusive. */
export interface WeeklyHours {
  timeZone: string
  windows: readonly WeeklyWindow[]
  startsOn?: string | null
  endsOn?: string | null
}

/** 1970-01-01 was a Thursday. */
export const weekdayOf = (day: Day): (typeof WEEKDAYS)[number] =>
  WEEKDAYS[(((day + 3) % 7) + 7) % 7]!

/** The windows in a range, not cut to it: a window of the evening before may extend into it. */
const expand = ({ timeZone, windows, startsOn, endsOn }: WeeklyHours, range: Range): Range[] => {
  const first = Math.max(localDay(timeZone, range.from) - 1, startsOn ? dayOf(startsOn) : -Infinity)
  const last = Math.min(localDay(timeZone, range.until), endsOn ? dayOf(endsOn) : Infinity)
  const hours: Range[] = []
  const byWeekday = Map.groupBy(windows, ({ weekday }) => weekday)
  for (let day = first; day <= last; day += 1)
    for (const window of byWeekday.get(weekdayOf(day)) ?? [])
      hours.push(windowOn(day, window, timeZone))
  return hours
}

/** A day on which a provider has different hours. */
export interface DayException {
  kind: 'CLOSED' | 'EXTRA'
  occursOn: string
  timeZone: string
  windows: readonly DayWindow[]
}

/**
 * A provider's hours at a location; null without a schedule, which means that hours restrict nothing. A closed
 * day removes the weekly hours, and extra hours are added.
 */
export const workingHours = (
  schedules: readonly WeeklyHours[] | null,
  exceptions: readonly DayException[],
  range: Range,
): Range[] | null => {
  const closed = exceptions
    .filter(({ kind }) => kind === 'CLOSED')
    .map(({ occursOn, timeZone }) => wholeDays(dayOf(occursOn), dayOf(occursOn), timeZone))
  if (!schedules && closed.length === 0) return null
  const extra = exceptions
    .filter(({ kind }) => kind === 'EXTRA')
    .flatMap(({ occursOn, timeZone, windows }) =>
      windows.map((window) => windowOn(dayOf(occursOn), window, timeZone)),
    )
  const weekly = schedules ? schedules.flatMap((schedule) => expand(schedule, range)) : [ALWAYS]
  return union([...without(union(weekly), union(closed)), ...extra])
}

/** Days on which a location is closed, inclusive. */
export interface Closure {
  startsOn: string
  endsOn: string
}

/** A location's opening hours minus its closures; null if neither restricts it. */
export const openingHours = (
  { timeZone, hours }: { timeZone: string; hours: readonly WeeklyWindow[] | null },
  closures: readonly Closure[],
  range: Range,
): Range[] | null => {
  if (!hours && closures.length === 0) return null
  const open = hours ? union(expand({ timeZone, windows: hours }, range)) : [ALWAYS]
  const away = closures.map(({ startsOn, endsOn }) =>
    wholeDays(dayOf(startsOn), dayOf(endsOn), timeZone),
  )
  return without(open, union(away))
}
