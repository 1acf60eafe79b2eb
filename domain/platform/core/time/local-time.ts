import { Temporal } from 'temporal-polyfill'
import { BoundedMap } from '../context/bounded-map.ts'
import type { Range } from './ranges.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

/** A calendar day as days since 1970-01-01, counted without a zone. */
export type Day = number

export const dayOf = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / DAY_MS
export const dateOf = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Of a local time such as `09:30`. */
export const minutesOf = (time: string): number =>
  (digit(time, 0) * 10 + digit(time, 1)) * 60 + digit(time, 3) * 10 + digit(time, 4)

const digit = (text: string, index: number): number => text.charCodeAt(index) - 48

const instants = new BoundedMap<number>(20_000)

/**
 * The instant of a local time. A skipped one moves forward by the clock change (RFC 5545); a repeated one means
 * the first, unless the last is requested.
 */
export const instantOf = (
  day: Day,
  time: string,
  timeZone: string,
  repeated: 'first' | 'last' = 'first',
): number => {
  const local = day * DAY_MS + minutesOf(time) * 60_000
  const { from, until, offsetMs } = offsetAt(timeZone, local)
  // Two days from any clock change the result is unique.
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
  /** In ISO 8601: `+05:45`. */
  text: string
}

/** By zone, most recent first: the next instant is usually in the same period. */
const spansByZone = new Map<string, OffsetSpan[]>()

/** A zone's offset at an instant and its period, from Temporal; looked up once per period. */
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
  // One millisecond later, because a transition is not "previous" to its own instant.
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

/** Minutes since the start of an instant's local day. */
export const minuteOfDay = (timeZone: string, instant: number): number =>
  Math.floor(
    (instant + offsetAt(timeZone, instant).offsetMs - localDay(timeZone, instant) * DAY_MS) /
      60_000,
  )

/** An instant with its zone's offset; a faster `inZone`. */
export const localText = (timeZone: string, instant: number): string => {
  const { offsetMs, text } = offsetAt(timeZone, instant)
  return new Date(instant + offsetMs).toISOString().slice(0, 19) + text
}

/** {@link localText} for many starts of a response, in which many providers share the same ones. */
export const localTexts = (): ((timeZone: string, instants: readonly number[]) => string[]) => {
  const known = new Map<string, Map<number, string>>()
  return (timeZone, instants) => {
    const texts = known.get(timeZone) ?? new Map<number, string>()
    known.set(timeZone, texts)
    return instants.map((instant) => {
      // Small integers are faster map keys; starts are full minutes except in historical zones.
      const key = instant % MINUTE_MS === 0 ? instant / MINUTE_MS : instant
      let text = texts.get(key)
      if (text === undefined) texts.set(key, (text = localText(timeZone, instant)))
      return text
    })
  }
}

/** The first instant, at or after this one, whose local time is a multiple of `minutes`. */
export const onGrid = (timeZone: string, instant: number, minutes: number): number => {
  const { offsetMs, until } = offsetAt(timeZone, instant)
  const step = minutes * 60_000
  const next = Math.ceil((instant + offsetMs) / step) * step - offsetMs
  return next < until ? next : onGrid(timeZone, until, minutes)
}
