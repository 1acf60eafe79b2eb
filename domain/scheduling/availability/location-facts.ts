import type { Facts } from './rules.ts'
import { union, type Range } from '#platform/core/time/ranges.ts'
import {
  openingHours,
  workingHours,
  type Closure,
  type DayException,
  type WeeklyHours,
  type WeeklyWindow,
} from '#organization/schedules/weekly-windows.ts'

/**
 * An entry about a provider's hours. Triggers keep all entries on the provider's row
 * (prisma/functions/calendars.sql). Without a location, it applies to all.
 */
export type CalendarRow =
  | { kind: 'schedule'; locationId: string; facts: WeeklyHours }
  | { kind: 'exception'; locationId: string | null; facts: DayException }
  | { kind: 'time_off'; locationId: null; facts: Range }

/** A location, with the closures of the whole centre. */
export interface LocationFacts {
  id: string
  timeZone: string
  hours: readonly WeeklyWindow[] | null
  closures: readonly (Closure & { locationId: string | null })[] | null
}

/** Converts a timestamptz to milliseconds, as in {@link Range}. */
export const epochMs = (column: string) => `(date_part('epoch', ${column}) * 1000)`

/** A location's closures in a range, extended by two days because of time zones. */
export const closuresAt = ({ id, closures }: LocationFacts, { from, until }: Range): Closure[] => {
  const first = new Date(from - TWO_DAYS_MS).toISOString()
  const last = new Date(until + TWO_DAYS_MS).toISOString()
  return (closures ?? []).filter(
    ({ locationId, startsOn, endsOn }) =>
      (locationId === null || locationId === id) &&
      endsOn >= first.slice(0, 10) &&
      startsOn <= last,
  )
}

const TWO_DAYS_MS = 2 * 86_400_000

type Hours = Pick<Facts, 'workingHours' | 'openingHours' | 'timeOff'>

/** A provider's hours at a location, and the location's opening hours. */
export const hoursOf = (
  calendar: readonly CalendarRow[] | null,
  location: LocationFacts,
  range: Range,
): Hours => {
  const schedules: WeeklyHours[] = []
  const exceptions: DayException[] = []
  const timeOff: Range[] = []
  let restricted = false
  for (const row of calendar ?? []) {
    const isHere = row.locationId === null || row.locationId === location.id
    if (row.kind === 'schedule') {
      restricted = true
      if (isHere) schedules.push(row.facts)
    } else if (row.kind === 'time_off') timeOff.push(row.facts)
    else if (isHere) exceptions.push(row.facts)
  }
  return {
    workingHours: workingHours(restricted ? schedules : null, exceptions, range),
    openingHours: openingHours(location, closuresAt(location, range), range),
    timeOff: union(timeOff),
  }
}
