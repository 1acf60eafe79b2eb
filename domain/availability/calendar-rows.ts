import type { Facts } from './rules.ts'
import { union, type Range } from './ranges.ts'
import {
  openingHours,
  workingHours,
  type Closure,
  type DayException,
  type WeeklyHours,
  type WeeklyWindow,
} from './windows.ts'

/** One thing that says when a provider works or a location is open. */
export type CalendarRow =
  | { kind: 'schedule'; providerId: string; locationId: string; facts: WeeklyHours }
  | { kind: 'exception'; providerId: string; locationId: string | null; facts: DayException }
  | { kind: 'time_off'; providerId: string; locationId: null; facts: Range }
  | { kind: 'closure'; providerId: null; locationId: string | null; facts: Closure }

/** A timestamptz as the milliseconds that {@link Range} has. */
export const epochMs = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`

/**
 * SELECT of {@link CalendarRow}s by SQL expressions. Availability and booking both read these. Schedules
 * are read whatever their dates: that there is one restricts a provider. What has dates is bounded by
 * the range, with two days on either side for the zones.
 */
export const calendarRows = (at: {
  tenantId: string
  providerIds: string
  from: string
  until: string
}): string => `
  SELECT 'schedule' AS kind, provider_id AS "providerId", location_id AS "locationId",
         json_build_object('zone', zone, 'windows', windows, 'validFrom', valid_from, 'validUntil', valid_until) AS facts
  FROM schedules
  WHERE tenant_id = ${at.tenantId} AND provider_id = ANY (${at.providerIds}) AND archived_at IS NULL
  UNION ALL
  SELECT 'exception', provider_id, location_id,
         json_build_object('kind', kind, 'date', date, 'zone', zone, 'windows', windows)
  FROM schedule_exceptions
  WHERE tenant_id = ${at.tenantId} AND provider_id = ANY (${at.providerIds}) AND archived_at IS NULL
    AND date BETWEEN ${at.from}::date - 2 AND ${at.until}::date + 2
  UNION ALL
  SELECT 'time_off', provider_id, NULL,
         json_build_object('from', ${epochMs('starts_at')}, 'until', ${epochMs('ends_at')})
  FROM time_off
  WHERE tenant_id = ${at.tenantId} AND provider_id = ANY (${at.providerIds}) AND status = 'APPROVED'
    AND ends_at > ${at.from} AND starts_at < ${at.until}
  UNION ALL
  SELECT 'closure', NULL, location_id, json_build_object('firstDate', first_date, 'lastDate', last_date)
  FROM closures
  WHERE tenant_id = ${at.tenantId} AND archived_at IS NULL
    AND last_date >= ${at.from}::date - 2 AND first_date <= ${at.until}::date + 2`

export interface LocationFacts {
  id: string
  zone: string
  hours: readonly WeeklyWindow[] | null
}

type Hours = Pick<Facts, 'workingHours' | 'openingHours' | 'timeOff'>

/** What calendar rows say of one provider (all rows are theirs, or closures) at one location. */
export const hoursOf = (
  rows: readonly CalendarRow[],
  location: LocationFacts,
  range: Range,
): Hours => {
  const isHere = (row: CalendarRow) => row.locationId === null || row.locationId === location.id
  const schedules: WeeklyHours[] = []
  const exceptions: DayException[] = []
  const closures: Closure[] = []
  const timeOff: Range[] = []
  let restricted = false
  for (const row of rows) {
    if (row.kind === 'schedule') restricted = true
    if (!isHere(row)) continue
    if (row.kind === 'schedule') schedules.push(row.facts)
    else if (row.kind === 'exception') exceptions.push(row.facts)
    else if (row.kind === 'closure') closures.push(row.facts)
    else timeOff.push(row.facts)
  }
  return {
    workingHours: workingHours(restricted ? schedules : null, exceptions, range),
    openingHours: openingHours(location, closures, range),
    timeOff: union(timeOff),
  }
}
