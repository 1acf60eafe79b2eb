import { Temporal } from 'temporal-polyfill'
import { atLocalTime, dateIn } from '#platform/core/time/time.ts'
import type { Spoken } from './rules.ts'

/** Words for a period, relative to today. */
export const PERIODS = [
  'YESTERDAY',
  'TODAY',
  'TOMORROW',
  'LAST_WEEK',
  'THIS_WEEK',
  'NEXT_WEEK',
  'LAST_MONTH',
  'THIS_MONTH',
  'NEXT_MONTH',
] as const
export type PeriodName = (typeof PERIODS)[number]

/** Complete days in a zone, the last one exclusive as an instant and inclusive as a date. */
export interface Period {
  name: PeriodName
  timeZone: string
  startsOn: string
  endsOn: string
  startsAt: Date
  endsAt: Date
}

/** How a period is said, without accents. Longer words come first. */
const WORDS: Record<Spoken, Record<PeriodName, string>> = {
  en: {
    YESTERDAY: 'yesterday',
    TODAY: 'today',
    TOMORROW: 'tomorrow',
    LAST_WEEK: 'last week',
    THIS_WEEK: 'this week',
    NEXT_WEEK: 'next week',
    LAST_MONTH: 'last month',
    THIS_MONTH: 'this month',
    NEXT_MONTH: 'next month',
  },
  de: {
    YESTERDAY: 'gestern',
    TODAY: 'heute',
    TOMORROW: 'morgen',
    LAST_WEEK: '(?:in der )?(?:letzten?|vergangenen?|vorigen?) woche',
    THIS_WEEK: '(?:in )?dieser? woche',
    NEXT_WEEK: '(?:in der )?(?:nachsten?|kommenden?) woche',
    LAST_MONTH: '(?:im )?(?:letzten|vergangenen|vorigen) monat',
    THIS_MONTH: '(?:in )?diese[nm] monat',
    NEXT_MONTH: '(?:im )?(?:nachsten|kommenden) monat',
  },
  es: {
    YESTERDAY: 'ayer',
    TODAY: 'hoy',
    TOMORROW: 'manana',
    LAST_WEEK: '(?:la )?semana pasada',
    THIS_WEEK: 'esta semana',
    NEXT_WEEK: '(?:la )?(?:proxima semana|semana que viene)',
    LAST_MONTH: '(?:el )?mes pasado',
    THIS_MONTH: 'este mes',
    NEXT_MONTH: '(?:el )?(?:proximo mes|mes que viene)',
  },
}

/** A pattern for every period of a language. */
export const periodPattern = (language: Spoken): string => Object.values(WORDS[language]).join('|')

/** The period that a text names. */
export const periodNamed = (text: string, language: Spoken): PeriodName =>
  PERIODS.find((name) => new RegExp(`^(?:${WORDS[language][name]})$`).test(text))!

/** The days of a period in a zone. Weeks begin on Monday (ISO 8601). */
export const periodOf = (name: PeriodName, now: Date, timeZone: string): Period => {
  const today = Temporal.PlainDate.from(dateIn(now, timeZone))
  const { first, days } = DAYS[name](today)
  const last = first.add(days).subtract({ days: 1 })
  return {
    name,
    timeZone,
    startsOn: first.toString(),
    endsOn: last.toString(),
    startsAt: atLocalTime(first.toString(), '00:00', timeZone),
    endsAt: atLocalTime(last.add({ days: 1 }).toString(), '00:00', timeZone),
  }
}

interface Days {
  first: Temporal.PlainDate
  days: { days: number } | { months: number }
}

const day =
  (offset: number) =>
  (today: Temporal.PlainDate): Days => ({ first: today.add({ days: offset }), days: { days: 1 } })

const week =
  (offset: number) =>
  (today: Temporal.PlainDate): Days => ({
    first: today.add({ days: 7 * offset + 1 - today.dayOfWeek }),
    days: { days: 7 },
  })

const month =
  (offset: number) =>
  (today: Temporal.PlainDate): Days => ({
    first: today.with({ day: 1 }).add({ months: offset }),
    days: { months: 1 },
  })

const DAYS: Record<PeriodName, (today: Temporal.PlainDate) => Days> = {
  YESTERDAY: day(-1),
  TODAY: day(0),
  TOMORROW: day(1),
  LAST_WEEK: week(-1),
  THIS_WEEK: week(0),
  NEXT_WEEK: week(1),
  LAST_MONTH: month(-1),
  THIS_MONTH: month(0),
  NEXT_MONTH: month(1),
}
