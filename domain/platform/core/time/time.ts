import { Temporal } from 'temporal-polyfill'
import { because } from '../input/issue.ts'
import { z } from 'zod'

/** Formats an instant as UTC: `2026-11-21T09:30:00.000Z`. */
export const utc = (instant: Date): string => instant.toISOString()

export const utcOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** Formats an instant with its zone's offset: `2026-11-21T10:30:00+01:00`. */
export const inZone = (instant: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toString({
    timeZone,
    smallestUnit: 'second',
  })

export const isZone = (timeZone: string): boolean => {
  try {
    Temporal.Now.zonedDateTimeISO(timeZone)
    return /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(timeZone)
  } catch {
    return false
  }
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const addMinutes = (instant: Date, minutes: number): Date =>
  new Date(instant.getTime() + minutes * MINUTE_MS)

/** The allowed range of instants. It covers any record of a living person. */
const EARLIEST = Date.UTC(1900, 0, 1)
const LATEST = Date.UTC(2200, 0, 1)

/** Matches ISO 8601 with an offset. Seconds are optional, unlike in RFC 3339. */
const INSTANT = new RegExp(
  [{ offset: true }, { offset: true, precision: -1 }]
    .map((form) => z.core.regexes.datetime(form).source)
    .join('|'),
)

const anyInstant = z
  .stringFormat('datetime', INSTANT)
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() >= EARLIEST && date.getTime() < LATEST, {
    error: 'must be between 1900 and 2200',
    params: because('out_of_range'),
  })

/** An instant: ISO 8601 with an offset in JSON, and an instant in code. */
export const instant = () => anyInstant

/** ISO 8601 with an offset, for responses. */
export const instantText = z.iso.datetime({ offset: true })

/** Zones with summer time in IANA whose names PostgreSQL reads as abbreviations with a fixed offset. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  MET: 'Europe/Brussels',
  WET: 'Europe/Lisbon',
}

/** An IANA time zone. */
export const timeZone = () =>
  z
    .string()
    .max(64)
    .refine(isZone, {
      error: 'must be an IANA time zone, such as Europe/Berlin',
      params: because('unknown_time_zone'),
    })
    .refine((name) => !Object.hasOwn(ABBREVIATIONS, name.toUpperCase()), {
      error: ({ input }) =>
        `must be the time zone of a location: ${ABBREVIATIONS[String(input).toUpperCase()]} instead of ${String(input)}`,
      params: because('unknown_time_zone'),
    })

const anyDate = z.iso.date().refine((date) => date >= '1900-01-01' && date < '2200-01-01', {
  error: 'must be between 1900 and 2200',
  params: because('out_of_range'),
})

/** A calendar date without a time: `2021-04-30`. */
export const calendarDate = () => anyDate

export const dateText = (date: Date): string => date.toISOString().slice(0, 10)

/** Converts a calendar date for the database's date column. */
export const dateColumn = (date: string): Date => new Date(`${date}T00:00:00Z`)

export const dateColumnOrNull = (date: string | null | undefined): Date | null =>
  date ? dateColumn(date) : null

export const dateTextOrNull = (date: Date | null): string | null => date && dateText(date)

/** The calendar date of an instant in a zone: `2026-11-21`. */
export const dateIn = (instant: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()

/**
 * The instant of a local time, such as `09:00`, on a date in a zone. A time that the clocks skip moves forward
 * by the length of the gap (RFC 5545).
 */
export const atLocalTime = (date: string, time: string, timeZone: string): Date =>
  new Date(
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds,
  )
