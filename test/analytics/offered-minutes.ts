/**
 * The minutes that providers offer, checked per quarter of an hour: is somebody working, and does nothing
 * prevent it?
 */
import { Temporal } from 'temporal-polyfill'
import type { Place, Rows, Window } from './reference-rows.ts'

interface Offered {
  providerId: string
  locationId: string
  day: string
  minutes: number
}

const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const

const instantOf = (day: Temporal.PlainDate, time: string, timeZone: string) =>
  day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds

const QUARTER_MS = 15 * 60_000

/** A window that starts on a day. If its end is not after its start, it ends on the next day. */
const rangeOf = (day: Temporal.PlainDate, window: Window, zone: string): [number, number] => {
  const lastDay = window.endTime > window.startTime ? day : day.add({ days: 1 })
  return [instantOf(day, window.startTime, zone), instantOf(lastDay, window.endTime, zone)]
}

const quartersOf = (day: Temporal.PlainDate, window: Window, zone: string): number[] => {
  const [from, until] = rangeOf(day, window, zone)
  return Array.from({ length: (until - from) / QUARTER_MS }, (_, at) => from + at * QUARTER_MS)
}

const dateOf = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()

const isOpen = ({ hours, time_zone: zone }: Place, at: number): boolean => {
  if (hours === null) return true
  const today = dateOf(at, zone)
  return [today, today.subtract({ days: 1 })].some((day) =>
    hours
      .filter(({ weekday }) => weekday === WEEKDAYS[day.dayOfWeek - 1])
      .some((window) => {
        const [from, until] = rangeOf(day, window, zone)
        return from <= at && at < until
      }),
  )
}

export const offeredMinutes = (rows: Rows, startsOn: string, endsOn: string): Offered[] => {
  const found = new Map<string, Set<number>>()
  const isClosed = (place: Place, at: number) => {
    const today = dateOf(at, place.time_zone).toString()
    return rows.closures.some(
      (it) =>
        it.archived_at === null &&
        (it.location_id === null || it.location_id === place.id) &&
        it.starts_on <= today &&
        today <= it.ends_on,
    )
  }
  const isAway = (providerId: string, at: number) =>
    rows.time_off.some(
      (it) =>
        it.provider_id === providerId &&
        it.status === 'APPROVED' &&
        Date.parse(it.starts_at) <= at &&
        at < Date.parse(it.ends_at),
    )
  const offer = (
    providerId: string,
    place: Place,
    day: Temporal.PlainDate,
    quarters: readonly number[],
  ) => {
    const key = [providerId, place.id, day.toString()].join(' ')
    const offered = found.get(key) ?? new Set<number>()
    found.set(key, offered)
    for (const at of quarters)
      if (!isClosed(place, at) && !isAway(providerId, at) && isOpen(place, at)) offered.add(at)
  }
  const exceptions = rows.schedule_exceptions.filter(({ archived_at }) => archived_at === null)
  const placeOf = (id: string) => rows.locations.find((it) => it.id === id)!

  const last = Temporal.PlainDate.from(endsOn)
  for (
    let day = Temporal.PlainDate.from(startsOn);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    const date = day.toString()
    for (const schedule of rows.schedules) {
      if (schedule.archived_at !== null) continue
      if (schedule.starts_on !== null && date < schedule.starts_on) continue
      if (schedule.ends_on !== null && date > schedule.ends_on) continue
      const isDayOff = (at: number) =>
        exceptions.some(
          (it) =>
            it.kind === 'CLOSED' &&
            it.provider_id === schedule.provider_id &&
            (it.location_id === null || it.location_id === schedule.location_id) &&
            dateOf(at, it.time_zone).toString() === it.occurs_on,
        )
      for (const window of schedule.windows)
        if (window.weekday === WEEKDAYS[day.dayOfWeek - 1]) {
          const quarters = quartersOf(day, window, schedule.time_zone)
          offer(
            schedule.provider_id,
            placeOf(schedule.location_id),
            day,
            quarters.filter((at) => !isDayOff(at)),
          )
        }
    }
    for (const extra of exceptions)
      if (extra.kind === 'EXTRA' && extra.occurs_on === date && extra.location_id !== null)
        for (const window of extra.windows)
          offer(
            extra.provider_id,
            placeOf(extra.location_id),
            day,
            quartersOf(day, window, extra.time_zone),
          )
  }
  return [...found].map(([key, quarters]) => {
    const [providerId, locationId, day] = key.split(' ') as [string, string, string]
    return { providerId, locationId, day, minutes: quarters.size * 15 }
  })
}
