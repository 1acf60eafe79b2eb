/** IMF-fixdate, RFC 850 or asctime format; a recipient must accept all three (RFC 9110 §5.6.7). */
const HTTP_DATE = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /

/** About three centuries: limits a number with any count of digits. */
const LONGEST_MS = 1e13

/**
 * The milliseconds from `now` (epoch ms) that a `Retry-After` requests (RFC 9110 §10.2.3), given in seconds or
 * as an HTTP-date; 0 for a date in the past. Undefined for anything else.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_MS)
  if (!HTTP_DATE.test(text)) return undefined
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
