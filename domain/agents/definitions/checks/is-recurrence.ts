import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'

const DAY = '(MO|TU|WE|TH|FR|SA|SU)'
const NUMBERED_DAY = `([+-]?[1-5])?${DAY}`
const MONTH_DAY = '-?([1-9]|[12]\\d|3[01])'
const MONTH = '([1-9]|1[0-2])'

const list = (item: string) => new RegExp(`^${item}(,${item})*$`)

const PARTS: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  BYDAY: list(NUMBERED_DAY),
  BYMONTHDAY: list(MONTH_DAY),
  BYMONTH: list(MONTH),
  WKST: /^(MO|SU)$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}$/,
}

/**
 * Whether a text is an RFC 5545 rule that occurs at most once a day. Checked here because the library ignores
 * unknown parts.
 */
export const isRecurrence = (rule: string): boolean => {
  const parts = rule.split(';').map((part) => part.split('='))
  const names = parts.map(([name]) => name ?? '')
  const known = parts.every(
    ([name = '', value = '', ...rest]) =>
      rest.length === 0 && Object.hasOwn(PARTS, name) && PARTS[name]!.test(value),
  )
  if (!known || new Set(names).size !== names.length || !names.includes('FREQ')) return false
  if (names.includes('COUNT') && names.includes('UNTIL')) return false
  return isReadable(rule)
}

/** False for an invalid date, such as UNTIL=20270231. */
const isReadable = (rule: string): boolean => {
  try {
    const dtstart = Temporal.PlainDate.from('2026-01-01').toZonedDateTime('UTC')
    return (
      new RRuleTemporal({ rruleString: rule, dtstart, temporal: Temporal }) instanceof RRuleTemporal
    )
  } catch {
    return false
  }
}
