export const TIME_FORMATS = ['H12', 'H24'] as const
export type TimeFormat = (typeof TIME_FORMATS)[number]

/** What a centre uses in its messages, unless the reader's language says otherwise. */
export interface Formats {
  /** Whether English without a region is American. */
  isAmerican: boolean
  /** Null for what is usual in the language. */
  timeFormat: TimeFormat | null
}

const HOUR_CYCLES = { H12: 'h12', H24: 'h23' } as const

/** The locale in which a language is written for a centre: `en-US-u-hc-h23`. */
export const localeFor = (language: string, { isAmerican, timeFormat }: Formats): string => {
  const english = isAmerican ? 'en-US' : 'en-GB'
  const tag = language === 'en' ? english : language
  return timeFormat ? new Intl.Locale(tag, { hourCycle: HOUR_CYCLES[timeFormat] }).toString() : tag
}
