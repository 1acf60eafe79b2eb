import type { Language } from './languages.ts'

/** The locale for dates and numbers. English uses European formats. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)

/** A start time as text: `Tuesday, 1 December 2026 at 10:00`. */
export const longTime = (startsAt: string, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(startsAt))

/** The name of a zone at an instant: `Central European Standard Time`. */
export const zoneName = (at: string, timeZone: string, language: Language): string => {
  const format = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'long' })
  const name = format.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')
  return name?.value ?? timeZone
}

/** A deadline as text: with its zone or, at the end of a day, as the day. */
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

/** The local time of a deadline at the end of a day. */
export const END_OF_DAY = '23:59'
