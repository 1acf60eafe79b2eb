/**
 * The locale for dates and numbers of a language, a BCP 47 tag. English uses European formats unless the tag
 * has a region. The tag may contain the hours of the day, as in `en-US-u-hc-h23`.
 */
export const localeOf = (language: string): string => language.replace(/^en(?=$|-u-)/, 'en-GB')

/** A start time as text: `Tuesday, 1 December 2026 at 10:00`. */
export const longTime = (startsAt: string, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(startsAt))

/** The name of a zone at an instant: `Central European Standard Time`, or in short `CET`. */
export const zoneName = (
  at: string,
  timeZone: string,
  language: string,
  timeZoneName: 'long' | 'short' = 'long',
): string => {
  const parts = partsOf(at, localeOf(language), { timeZone, timeZoneName })
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** A start time in few characters, all of them in the alphabet of SMS: `01/12/2026, 10:00`. */
export const shortTime = (startsAt: string, timeZone: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(new Date(startsAt))
    // Some locales separate with spaces that the alphabet lacks.
    .replaceAll(/\s/g, ' ')

/** A day as text: `Tuesday, 1 December 2026`. */
export const longDay = (date: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(date),
  )

/** A deadline as text: with its zone or, at the end of a day, as the day. */
export const timeLimit = (at: string, timeZone: string, language: string): string => {
  const locale = localeOf(language)
  const time = partsOf(at, 'en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (time.map(({ value }) => value).join('') === END_OF_DAY)
    return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' }).format(new Date(at))
  return `${longTime(at, timeZone, language)} (${zoneName(at, timeZone, language, 'short')})`
}

const partsOf = (at: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, options).formatToParts(new Date(at))

/** The local time of a deadline at the end of a day. */
export const END_OF_DAY = '23:59'
