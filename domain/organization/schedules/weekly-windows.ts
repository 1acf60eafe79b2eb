import { z } from 'zod'
import { dayOf, instantOf, localDay, minutesOf, type Day } from '#platform/core/local-time.ts'
import { ALWAYS, union, without, type Range } from '#platform/core/ranges.ts'

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
  from: time().meta({
    description: 'Local time at which the hours begin, as HH:MM.',
    example: '09:00',
  }),
  until: time().meta({
    description: 'At or before `from`: of the next day. `00:00` is the end of the day.',
    example: '17:30',
  }),
}

/** Hours of one day. */
const DayWindow = z.strictObject(bounds)
export type DayWindow = z.infer<typeof DayWindow>

/** Hours of every week. */
const WeeklyWindow = z.strictObject({
  weekday: z.enum(WEEKDAYS).meta({ description: 'Day of the week.' }),
  ...bounds,
})
export type WeeklyWindow = z.infer<typeof WeeklyWindow>

const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

/** Minutes of the week (or of the day) that a window takes, past its end when it crosses midnight. */
const spanOf = ({ from, until, weekday }: DayWindow & { weekday?: WeeklyWindow['weekday'] }) => {
  const begin = (weekday ? WEEKDAYS.indexOf(weekday) * DAY_MINUTES : 0) + minutesOf(from)
  const length = minutesOf(until) - minutesOf(from)
  return { begin, end: begin + (length > 0 ? length : length + DAY_MINUTES) }
}

/** The index of a window that overlaps one before it in time; -1 when none does. */
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
          message: 'overlaps another window: join the two',
          params: { code: 'overlapping_windows' },
        })
    })

export const weeklyWindows = () =>
  disjoint(WeeklyWindow, 100, WEEK_MINUTES).meta({
    example: [
      { weekday: 'MONDAY', from: '09:00', until: '12:30' },
      { weekday: 'MONDAY', from: '13:30', until: '17:30' },
    ],
  })

export const dayWindows = () =>
  disjoint(DayWindow, 20, Infinity).meta({ example: [{ from: '09:00', until: '12:00' }] })

const windowOn = (day: Day, { from, until }: DayWindow, zone: string): Range => ({
  from: instantOf(day, from, zone, 'first'),
  until: instantOf(until > from ? day : day + 1, until, zone, 'last'),
})

const wholeDays = (first: Day, last: Day, zone: string): Range => ({
  from: instantOf(first, '00:00', zone),
  until: instantOf(last + 1, '00:00', zone),
})

/** The weekly hours of a provider at a location. Dates are local and inclusive. */
export interface WeeklyHours {
  zone: string
  windows: readonly WeeklyWindow[]
  validFrom?: string | null
  validUntil?: string | null
}

/** 1970-01-01 was a Thursday. */
export const weekdayOf = (day: Day): (typeof WEEKDAYS)[number] =>
  WEEKDAYS[(((day + 3) % 7) + 7) % 7]!

/** The hours of a range, each window whole. One of the evening before may reach into it. */
const expand = ({ zone, windows, validFrom, validUntil }: WeeklyHours, range: Range): Range[] => {
  const first = Math.max(localDay(zone, range.from) - 1, validFrom ? dayOf(validFrom) : -Infinity)
  const last = Math.min(localDay(zone, range.until), validUntil ? dayOf(validUntil) : Infinity)
  const hours: Range[] = []
  const byWeekday = Map.groupBy(windows, ({ weekday }) => weekday)
  for (let day = first; day <= last; day += 1)
    for (const window of byWeekday.get(weekdayOf(day)) ?? [])
      hours.push(windowOn(day, window, zone))
  return hours
}

/** A day on which a provider's hours are not those of the week. */
export interface DayException {
  kind: 'CLOSED' | 'EXTRA'
  date: string
  zone: string
  windows: readonly DayWindow[]
}

/**
 * When a provider works at a location. Null when nothing says so: then hours restrict nothing. A
 * closed day takes the week's hours away, extra hours are added to what is left.
 */
export const workingHours = (
  schedules: readonly WeeklyHours[] | null,
  exceptions: readonly DayException[],
  range: Range,
): Range[] | null => {
  const closed = exceptions
    .filter(({ kind }) => kind === 'CLOSED')
    .map(({ date, zone }) => wholeDays(dayOf(date), dayOf(date), zone))
  if (!schedules && closed.length === 0) return null
  const extra = exceptions
    .filter(({ kind }) => kind === 'EXTRA')
    .flatMap(({ date, zone, windows }) =>
      windows.map((window) => windowOn(dayOf(date), window, zone)),
    )
  const weekly = schedules ? schedules.flatMap((schedule) => expand(schedule, range)) : [ALWAYS]
  return union([...without(union(weekly), union(closed)), ...extra])
}

/** Days on which a location is closed, both inclusive. */
export interface Closure {
  firstDate: string
  lastDate: string
}

/** When a location is open: its hours without its closures; null when neither restricts it. */
export const openingHours = (
  { zone, hours }: { zone: string; hours: readonly WeeklyWindow[] | null },
  closures: readonly Closure[],
  range: Range,
): Range[] | null => {
  if (!hours && closures.length === 0) return null
  const open = hours ? union(expand({ zone, windows: hours }, range)) : [ALWAYS]
  const away = closures.map(({ firstDate, lastDate }) =>
    wholeDays(dayOf(firstDate), dayOf(lastDate), zone),
  )
  return without(open, union(away))
}
