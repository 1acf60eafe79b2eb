import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** A date, and the locations at which it is today's date. */
export interface DayAtLocations {
  today: string
  locationIds: string[]
  /** Whether it is today's date at the centre, which also applies to programs without a location. */
  ofCentre: boolean
}

/** The current date at program locations. */
export interface Todays {
  at: (locationId: string | null) => { today: string; timeZone: string }
  days: DayAtLocations[]
}

export const loadTodays = async (reader: Reader): Promise<Todays> => {
  const { defaultTimeZone } = await loadTenantSettings(reader)
  const locations = await reader.sql<{ id: string; timeZone: string }>(ZONES, [reader.tenantId])
  const zones = new Map(locations.map(({ id, timeZone }) => [id, timeZone]))
  const at = (locationId: string | null) => {
    const timeZone = zones.get(locationId ?? '') ?? defaultTimeZone
    return { timeZone, today: dateIn(reader.now, timeZone) }
  }
  const ofCentre = at(null).today
  const todays = new Map<string, string[]>([[ofCentre, []]])
  for (const { id } of locations) {
    const { today } = at(id)
    todays.set(today, [...(todays.get(today) ?? []), id])
  }
  const days = [...todays].map(([today, locationIds]) => ({
    today,
    locationIds,
    ofCentre: today === ofCentre,
  }))
  return { at, days }
}

const ZONES = 'SELECT id, time_zone AS "timeZone" FROM locations WHERE tenant_id = $1'
