import { Temporal } from 'temporal-polyfill'
import { BoundedMap } from '../context/bounded-map.ts'
import type { Range } from './ranges.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

/** A calendar day as the number of days since 1970-01-01, counted without a zone. */
export type Day = number

export const dayOf = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / DAY_MS
export const dateOf = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The minutes of a local time such as `09:30`. */
export const minutesOf = (time: string): number =>
  (digit(time, 0) * 10 + digit(time, 1)) * 60 + digit(time, 3) * 10 + digit(time, 4)

const digit = (text: string, index: number): number => text.charCodeAt(index) - 48

const instants = new BoundedMap<number>(20_000)

/**
 * The instant of a local time. A time that the clocks skip moves forward by the length of the gap (RFC 5545). A
 * time that occurs twice means the first, unless the last is requested.
 */
export const instantOf = (
  day: Day,
  time: string,
  timeZone: string,
  repeated: 'first' | 'last' = 'first',
): number => {
  const local = day * DAY_MS + minutesOf(time) * 60_000
  const { from, until, offsetMs } = offsetAt(timeZone, local)
  // Two days away from any clock change, the result is unambiguous.
  if (from + 2 * DAY_MS < local && local < until - 2 * DAY_MS) return local - offsetMs
  return instants.remember(`${day} ${time} ${timeZone} ${repeated}`, () => {
    const disambiguation = repeated === 'first' ? 'compatible' : 'later'
    return Temporal.PlainDateTime.from(`${dateOf(day)}T${time}`).toZonedDateTime(timeZone, {
      disambiguation,
    }).epochMilliseconds
  })
}

/** A period in which a zone's offset is constant. */
export interface OffsetSpan extends Range {
  offsetMs: number
  /** The offset in ISO 8601: `+05:45`. */
  text: string
}

/** Keyed by zone, most recent first, because the next instant is usually in the same period. */
const spansByZone = new Map<string, OffsetSpan[]>()

/**
 * A zone's UTC offset at an instant, with the period for which it holds. Each period is looked up once with the
 * Temporal API.
 */
export const offsetAt = (timeZone: string, instant: number): OffsetSpan => {
  const spans = spansByZone.get(timeZone) ?? []
  spansByZone.set(timeZone, spans)
  const last = spans[0]
  if (last && last.from <= instant && instant < last.until) return last
  const index = spans.findIndex(({ from, until }) => from <= instant && instant < until)
  if (index > 0) {
    spans.unshift(...spans.splice(index, 1))
    return spans[0]!
  }
  // One millisecond later, because a transition does not count as "previous" at its own instant.
  const after = Temporal.Instant.fromEpochMilliseconds(instant + 1).toZonedDateTimeISO(timeZone)
  const at = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  const span = {
    from: after.getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    until: after.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offsetMs: at.offsetNanoseconds / 1_000_000,
    text: at.offset,
  }
  spans.unshift(span)
  return span
}

/** The local calendar day of an instant. */
export const localDay = (timeZone: string, instant: number): Day =>
  Math.floor((instant + offsetAt(timeZone, instant).offsetMs) / DAY_MS)

/** The number of minutes from the start of an instant's local day. */
export const minuteOfDay = (timeZone: string, instant: number): number =>
  Math.floor(
    (instant + offsetAt(timeZone, instant).offsetMs - localDay(timeZone, instant) * DAY_MS) /
      60_000,
  )

/** Formats an instant with its zone's offset. Faster than `inZone`. */
export const localText = (timeZone: string, instant: number): string => {
  const { offsetMs, text } = offsetAt(timeZone, instant)
  return new Date(instant + offsetMs).toISOString().slice(0, 19) + text
}

/** {@link localText} for responses with many starts, many of which several providers share. */
export const localTexts = (): ((timeZone: string, instants: readonly number[]) => string[]) => {
  const known = new Map<string, Map<number, string>>()
  return (timeZone, instants) => {
    const texts = known.get(timeZone) ?? new Map<number, string>()
    known.set(timeZone, texts)
    return instants.map((instant) => {
      // Small integers are faster keys. Starts are full minutes, except in historical zones.
      const key = instant % MINUTE_MS === 0 ? instant / MINUTE_MS : instant
      let text = texts.get(key)
      if (text === undefined) texts.set(key, (text = localText(timeZone, instant)))
      return text
    })
  }
}

/** The first instant, from this one on, whose local time is a multiple of `minutes`. */
export const onGrid = (timeZone: string, instant: number, minutes: number): number => {
  const { offsetMs, until } = offsetAt(timeZone, instant)
  const step = minutes * 60_000
  const next = Math.ceil((instant + offsetMs) / step) * step - offsetMs
  return next < until ? next : onGrid(timeZone, until, minutes)
}
