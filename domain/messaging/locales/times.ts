import type { Language } from './languages.ts'

/** English dates and numbers are written as in Europe. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

/** A start as people read it: `Tuesday, 1 December 2026 at 10:00`. */
export const longTime = (startsAt: string, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(startsAt))

/** A time limit as people read it: with its zone, or as the day whose end it is. */
export const timeLimit = (at: string, timeZone: string, language: Language): string => {
  const locale = localeOf(language)
  const partsOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).formatToParts(new Date(at))
  const time = partsOf({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (time.map(({ value }) => value).join('') === END_OF_DAY)
    return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' }).format(new Date(at))
  const zone = partsOf({ timeZoneName: 'short' }).find(({ type }) => type === 'timeZoneName')
  return `${longTime(at, timeZone, language)} (${zone?.value ?? timeZone})`
}

/** The local time of a limit that is a day. */
export const END_OF_DAY = '23:59'
