import { Temporal } from 'temporal-polyfill'

export const GRANULARITIES = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'TOTAL'] as const
export type Granularity = (typeof GRANULARITIES)[number]

export const COMPARISONS = ['PREVIOUS_PERIOD', 'PREVIOUS_YEAR'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Maximum number of days of a question, which keeps responses readable and limits their cost. */
export const MOST_DAYS: Readonly<Record<Granularity, number>> = {
  DAY: 92,
  WEEK: 371,
  MONTH: 1_098,
  QUARTER: 1_830,
  TOTAL: 1_830,
}

/** Days, both inclusive. */
export interface Days {
  startsOn: string
  endsOn: string
}

/** Whether the days form complete calendar months. */
export const isWholeMonths = ({ startsOn, endsOn }: Days): boolean => {
  const last = Temporal.PlainDate.from(endsOn)
  return startsOn.endsWith('-01') && last.day === last.daysInMonth
}

export const lengthOf = ({ startsOn, endsOn }: Days): number =>
  Temporal.PlainDate.from(startsOn).until(endsOn, { largestUnit: 'days' }).days + 1

/** The requested part of a period, which is identified by its first day. */
export const periodWithin = (first: string, granularity: Granularity, within: Days): Days => {
  if (granularity === 'TOTAL') return { startsOn: within.startsOn, endsOn: within.endsOn }
  const last = lastOf(Temporal.PlainDate.from(first), granularity)
  return {
    startsOn: first > within.startsOn ? first : within.startsOn,
    endsOn: last < within.endsOn ? last : within.endsOn,
  }
}

const LENGTHS: Record<Exclude<Granularity, 'TOTAL'>, Shift> = {
  DAY: { days: 1 },
  WEEK: { days: 7 },
  MONTH: { months: 1 },
  QUARTER: { months: 3 },
}

export const firstOf = (
  day: Temporal.PlainDate,
  granularity: Exclude<Granularity, 'TOTAL'>,
): Temporal.PlainDate => {
  switch (granularity) {
    case 'DAY':
      return day
    case 'WEEK':
      return day.subtract({ days: day.dayOfWeek - 1 })
    case 'MONTH':
      return day.with({ day: 1 })
    case 'QUARTER':
      return day.with({ day: 1 }).subtract({ months: (day.month - 1) % 3 })
  }
}

const lastOf = (first: Temporal.PlainDate, granularity: Exclude<Granularity, 'TOTAL'>): string =>
  first.add(LENGTHS[granularity]).subtract({ days: 1 }).toString()

/** The first days of the periods in which the days lie. */
export const periodsIn = ({ startsOn, endsOn }: Days, granularity: Granularity): string[] => {
  if (granularity === 'TOTAL') return [startsOn]
  const firsts: string[] = []
  let first = firstOf(Temporal.PlainDate.from(startsOn), granularity)
  while (first.toString() <= endsOn) {
    firsts.push(first.toString())
    first = first.add(LENGTHS[granularity])
  }
  return firsts
}

/** The given number of complete periods before a day. */
export const lastWhole = (
  granularity: Exclude<Granularity, 'TOTAL'>,
  periods: number,
  today: string,
): Days => {
  const current = firstOf(Temporal.PlainDate.from(today), granularity)
  const { days = 0, months = 0 } = LENGTHS[granularity]
  return {
    startsOn: current.subtract({ days: days * periods, months: months * periods }).toString(),
    endsOn: current.subtract({ days: 1 }).toString(),
  }
}

/** The offset of the comparison: each period is shown next to the period that is this much later. */
export interface Shift {
  days?: number
  months?: number
}

export const shiftOf = (comparison: Comparison, granularity: Granularity, days: Days): Shift => {
  if (comparison === 'PREVIOUS_YEAR') return granularity === 'WEEK' ? { days: 364 } : { months: 12 }
  if (granularity === 'MONTH') return { months: monthsIn(days) }
  if (granularity === 'QUARTER') return { months: 3 * quartersIn(days) }
  return { days: granularity === 'WEEK' ? 7 * weeksIn(days) : lengthOf(days) }
}

/** Shifts days back. The last day of a month stays the last day. */
export const shifted = ({ startsOn, endsOn }: Days, shift: Shift): Days => {
  const last = Temporal.PlainDate.from(endsOn)
  const before = last.subtract(shift)
  const endsMonth = shift.months !== undefined && last.day === last.daysInMonth
  return {
    startsOn: Temporal.PlainDate.from(startsOn).subtract(shift).toString(),
    endsOn: (endsMonth ? before.with({ day: before.daysInMonth }) : before).toString(),
  }
}

const monthNumber = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
const monthsIn = ({ startsOn, endsOn }: Days) => monthNumber(endsOn) - monthNumber(startsOn) + 1
const quarterNumber = (date: string) => Math.floor(monthNumber(date) / 3)
const quartersIn = ({ startsOn, endsOn }: Days) =>
  quarterNumber(endsOn) - quarterNumber(startsOn) + 1
const mondayOf = (date: string) => firstOf(Temporal.PlainDate.from(date), 'WEEK')
const weeksIn = ({ startsOn, endsOn }: Days) =>
  mondayOf(startsOn).until(mondayOf(endsOn), { largestUnit: 'days' }).days / 7 + 1
