/** IMF-fixdate, RFC 850 or asctime form; a recipient accepts all three (RFC 9110 §5.6.7). */
const HTTP_DATE = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /

/** Three centuries: however many digits there are, it is a number. */
const LONGEST_MS = 1e13

/**
 * Milliseconds from `now` (epoch ms) that a `Retry-After` asks for (RFC 9110 §10.2.3): seconds or
 * an HTTP-date, a date in the past being 0. Undefined for anything else.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_MS)
  if (!HTTP_DATE.test(text)) return undefined
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
