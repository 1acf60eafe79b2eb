import { Temporal } from 'temporal-polyfill'
import { isZone, MINUTE_MS } from '#platform/core/time/time.ts'
import { describedZone } from './described-zone.ts'
import { InvalidRow, type Source } from '../file/fields.ts'
import type { Component, Line } from './read-components.ts'
import { readLocal, textOfLocal, type Zone } from './read-local.ts'

const UTC: Zone = { instantOf: (local) => local, localOf: (instant) => instant }

/** A value of a date property. */
export interface Moment {
  local: number
  isDate: boolean
  isUtc: boolean
  /** Undefined for a floating time, which uses the zone of its location. */
  zone: Zone | undefined
}

/** The zones of a calendar by TZID, each built once. A known name takes precedence over the file's definition. */
export const zonesOf = (calendar: Component): ((tzid: string) => Zone) => {
  const described = new Map<string, Component>()
  for (const part of calendar.parts) {
    const tzid = part.name === 'vtimezone' && part.lines.get('tzid')?.[0]?.value.trim()
    if (tzid && !described.has(tzid)) described.set(tzid, part)
  }
  const made = new Map<string, Zone | undefined>()
  return (tzid) => {
    if (!made.has(tzid)) {
      const component = described.get(tzid)
      made.set(tzid, isZone(tzid) ? ianaZone(tzid) : component && describedZone(component))
    }
    const zone = made.get(tzid)
    if (zone) return zone
    const detail =
      'TZID is not an IANA zone, and the file does not describe it with yearly rules. Use an IANA zone.'
    throw new InvalidRow('time_zone', 'unknown_time_zone', detail)
  }
}

const ianaZone = (name: string): Zone => ({
  name,
  instantOf: (local) =>
    Temporal.PlainDateTime.from(textOfLocal(local)).toZonedDateTime(name).epochMilliseconds,
  localOf: (instant) => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name)
    return instant + zoned.offsetNanoseconds / 1e6
  },
})

const YEARS = { first: 1900, last: 2200 }

/** The values of a date property; EXDATE and RDATE may have several. */
export const momentsOf = (line: Line, zoneOf: (tzid: string) => Zone): Moment[] =>
  line.value.split(',').map((text) => {
    const read = readLocal(text)
    const year = read && new Date(read.local).getUTCFullYear()
    if (!read || !year || year < YEARS.first || year >= YEARS.last) throw malformedTime()
    const { tzid } = line.params
    const isZoned = typeof tzid === 'string' && !read.isUtc && !read.isDate
    return { ...read, zone: read.isUtc ? UTC : isZoned ? zoneOf(tzid) : undefined }
  })

/** The known parameters of date properties. Parameters of vendors do not change a date. */
const PARAMETERS = new Set(['tzid', 'value'])

/** Refuses parameters that would change the time if they were ignored. */
export const assertParameters = ({ params }: Line, known: readonly string[] = []): void => {
  const surplus = Object.keys(params).find(
    (name) => !PARAMETERS.has(name) && !known.includes(name) && !name.startsWith('x-'),
  )
  if (surplus)
    throw new InvalidRow(
      'start',
      'parameter_unsupported',
      `A date of the event has the parameter ${surplus.toUpperCase().slice(0, 40)}, which is not supported. Enter the event manually.`,
    )
}

export const malformedTime = () =>
  new InvalidRow(
    'start',
    'malformed',
    'A date, time or duration of the event is not valid. Correct it.',
  )

/** A key that is equal for equal instants, or for equal floating local times. */
export const keyOf = ({ local, zone }: Pick<Moment, 'local' | 'zone'>): string =>
  zone ? String(zone.instantOf(local)) : `local ${local}`

/**
 * The start as a row writes it. Local times keep their zone, so that the row handles times that are skipped or
 * occur twice.
 */
export const sourceOfStart = ({ local, isUtc, zone }: Moment): Source => {
  const start = textOfLocal(local)
  if (isUtc) return { start: `${start}Z` }
  if (!zone) return { start }
  if (zone.name) return { start, time_zone: zone.name }
  return { start: new Date(zone.instantOf(local)).toISOString() }
}

const DURATION =
  /^\+?P(?:(\d{1,4})W|(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?)$/

/** The minutes of a DURATION, rounded. */
export const minutesOf = (text: string): number => {
  const [all, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    DURATION.exec(text.trim()) ?? []
  if (!all || !/\d/.test(all)) throw malformedTime()
  const whole = (Number(weeks) * 7 + Number(days)) * 1_440 + Number(hours) * 60 + Number(minutes)
  return Math.round(whole + Number(seconds) / 60)
}

/** Minutes between two moments, rounded. */
export const minutesBetween = (from: Moment, until: Moment): number => {
  const at = ({ local, zone }: Moment) => (zone ? zone.instantOf(local) : local)
  return Math.round((at(until) - at(from)) / MINUTE_MS)
}
