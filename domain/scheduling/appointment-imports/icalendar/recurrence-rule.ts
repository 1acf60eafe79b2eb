import { DAY_MS } from '#platform/core/time/time.ts'
import { InvalidRow } from '../file/fields.ts'

/** Maximum number of occurrences of a rule. */
export const MOST_OCCURRENCES = 400
/** A rule is examined day by day, for at most this many years. */
const MOST_YEARS = 5
const MOST_DAYS = MOST_YEARS * 366

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

const PARTS: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^0*[1-9]\d{0,3}$/,
  COUNT: /^0*[1-9]\d{0,8}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  BYDAY: /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)(,([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA))*$/,
  BYMONTHDAY: /^[+-]?\d{1,2}(,[+-]?\d{1,2})*$/,
  BYMONTH: /^\d{1,2}(,\d{1,2})*$/,
  WKST: /^(SU|MO|TU|WE|TH|FR|SA)$/,
}

/** Parts of RFC 5545 that are not supported. */
const UNSUPPORTED = /^(BYSETPOS|BYHOUR|BYMINUTE|BYSECOND|BYYEARDAY|BYWEEKNO|RSCALE|SKIP|FREQ)$/

/** RRULE, read. */
export interface RecurrenceRule {
  frequency: string
  interval: number
  count: number | undefined
  /** The text of UNTIL, not parsed. */
  until: string | undefined
  days: { ordinal: number; weekday: number }[]
  monthDays: number[]
  months: number[]
  weekStart: number
}

/** Parses a rule. A rule that is not supported is a problem of its row. */
export const readRule = (text: string): RecurrenceRule => {
  const parts = new Map<string, string>()
  for (const part of text.trim().toUpperCase().split(';').filter(Boolean)) {
    const [name = '', value = '', ...rest] = part.split('=')
    if (rest.length > 0 || parts.has(name)) throw malformed()
    if (!PARTS[name]?.test(value)) throw UNSUPPORTED.test(name) ? unsupported() : malformed()
    parts.set(name, value)
  }
  const numbers = (name: string) => parts.get(name)?.split(',').map(Number) ?? []
  const frequency = parts.get('FREQ')
  if (!frequency) throw malformed()
  const days = (parts.get('BYDAY')?.split(',') ?? []).map((day) => ({
    ordinal: Number(day.slice(0, -2)),
    weekday: WEEKDAYS.indexOf(day.slice(-2)),
  }))
  const isShort = frequency === 'DAILY' || frequency === 'WEEKLY'
  if (isShort && days.some(({ ordinal }) => ordinal !== 0)) throw malformed()
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : undefined,
    until: parts.get('UNTIL'),
    days,
    monthDays: numbers('BYMONTHDAY'),
    months: numbers('BYMONTH'),
    weekStart: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
  }
}

/**
 * The local times of a rule, starting with its first. Local times are in milliseconds, as if they were UTC.
 * Each day is examined once, so a rule without matches costs no more.
 * @param last the last local time that UNTIL allows
 */
export const expandRule = (
  rule: RecurrenceRule,
  first: number,
  last: number | undefined,
): number[] => {
  if (rule.count === undefined && last === undefined)
    throw new InvalidRow(
      'start',
      'rule_never_ends',
      'The event repeats without end. Add COUNT or UNTIL to its rule, or make it a series.',
    )
  const isOn = matcher(rule, dayOf(first))
  const found: number[] = []
  for (let index = 0; index <= MOST_DAYS; index += 1) {
    const local = first + index * DAY_MS
    if (last !== undefined && local > last) break
    if (!isOn(dayOf(local))) continue
    if (found.length >= MOST_OCCURRENCES) throw tooManyOccurrences()
    found.push(local)
    if (found.length === rule.count) return found
  }
  if (found.length === 0)
    throw new InvalidRow(
      'start',
      'no_occurrence',
      'The rule of the event produces no date. Correct the rule.',
    )
  if (last === undefined || last > first + MOST_DAYS * DAY_MS)
    throw new InvalidRow(
      'start',
      'rule_too_long',
      `The event repeats for more than ${MOST_YEARS} years. Shorten its rule.`,
    )
  return found
}

export const tooManyOccurrences = () =>
  new InvalidRow(
    'start',
    'too_many_occurrences',
    `The event repeats more than ${MOST_OCCURRENCES} times. Shorten its rule.`,
  )

const malformed = () =>
  new InvalidRow(
    'start',
    'malformed',
    'The rule of the event is not a valid RRULE (RFC 5545). Correct it.',
  )

const unsupported = () =>
  new InvalidRow(
    'start',
    'rule_unsupported',
    'Only daily, weekly, monthly and yearly rules with BYDAY, BYMONTHDAY and BYMONTH are supported. List other dates as separate events.',
  )

interface Day {
  /** The number of days since 1970. */
  number: number
  year: number
  /** Counts from 1. */
  month: number
  day: number
  weekday: number
}

const dayOf = (local: number): Day => {
  const date = new Date(local)
  return {
    number: Math.floor(local / DAY_MS),
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Whether a day matches the rule, according to the table in RFC 5545, 3.3.10. */
const matcher = (rule: RecurrenceRule, first: Day): ((day: Day) => boolean) => {
  const { days, monthDays, months, interval, weekStart } = rule
  const inMonth = ({ month }: Day) => months.length === 0 || months.includes(month)
  const onMonthDay = ({ year, month, day }: Day) =>
    monthDays.length === 0 ||
    monthDays.includes(day) ||
    monthDays.includes(day - daysIn(year, month) - 1)
  const onWeekday = ({ weekday }: Day) =>
    days.length === 0 || days.some((it) => it.weekday === weekday)
  const every = (periods: number) => periods % interval === 0
  const weekOf = ({ number, weekday }: Day) => number - ((weekday - weekStart + 7) % 7)

  switch (rule.frequency) {
    case 'DAILY':
      return (it) =>
        every(it.number - first.number) && inMonth(it) && onMonthDay(it) && onWeekday(it)
    case 'WEEKLY':
      if (monthDays.length > 0) throw malformed()
      return (it) =>
        every((weekOf(it) - weekOf(first)) / 7) &&
        inMonth(it) &&
        (days.length > 0 ? onWeekday(it) : it.weekday === first.weekday)
    case 'MONTHLY':
      return (it) =>
        every((it.year - first.year) * 12 + it.month - first.month) &&
        inMonth(it) &&
        onDay(it, monthOf)
    default:
      return (it) =>
        every(it.year - first.year) &&
        (months.length > 0
          ? inMonth(it) && onDay(it, monthOf)
          : monthDays.length > 0 || days.length > 0
            ? onDay(it, yearOf)
            : it.month === first.month && it.day === first.day)
  }

  function onDay(it: Day, periodOf: (day: Day) => { at: number; of: number }): boolean {
    if (monthDays.length === 0 && days.length === 0) return it.day === first.day
    if (!onMonthDay(it)) return false
    if (days.length === 0) return true
    const { at, of } = periodOf(it)
    const [fromStart, fromEnd] = [Math.ceil(at / 7), -Math.ceil((of - at + 1) / 7)]
    return days.some(
      ({ weekday, ordinal }) =>
        weekday === it.weekday && (ordinal === 0 || ordinal === fromStart || ordinal === fromEnd),
    )
  }
}

/** The position of a day in its month or year, counted from 1, with the number of days. */
const monthOf = ({ year, month, day }: Day) => ({ at: day, of: daysIn(year, month) })
const yearOf = ({ number, year }: Day) => {
  const start = Date.UTC(year, 0, 1) / DAY_MS
  return { at: number - start + 1, of: Date.UTC(year + 1, 0, 1) / DAY_MS - start }
}
