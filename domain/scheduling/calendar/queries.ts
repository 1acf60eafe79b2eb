import { liveAt } from '../availability/live-at.ts'
import {
  closuresAt,
  hoursOf,
  type CalendarRow,
  type LocationFacts,
} from '../availability/location-facts.ts'
import { localText } from '#platform/core/time/local-time.ts'
import { ALWAYS, without, type Range } from '#platform/core/time/ranges.ts'
import { openingHours } from '#organization/schedules/weekly-windows.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { can } from '#platform/core/access/permissions.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import {
  MOST_APPOINTMENTS,
  type Calendar,
  type CalendarAppointment,
  type CalendarQuery,
} from './schemas.ts'

/** Several weeks for a screen: providers, rooms, and their entries. */
export const getCalendar = (ctx: Context, query: CalendarQuery): Promise<Calendar> =>
  read(ctx, 'appointments:read', async (reader) => {
    const range = {
      from: query['startsAt[gte]']!.getTime(),
      until: query['startsAt[lt]']!.getTime(),
    }
    const { providerIds = [], roomIds = [], locationIds = [] } = query
    const [settings, locations, providers, rooms, appointments] = await Promise.all([
      loadTenantSettings(reader),
      reader.sql<LocationFacts>(LOCATIONS, [reader.tenantId, locationIds]),
      reader.sql<ProviderRow>(PROVIDERS, [reader.tenantId, providerIds, locationIds]),
      reader.sql<RoomRow>(ROOMS, [reader.tenantId, roomIds, locationIds]),
      loadAppointments(reader, range, { providerIds, roomIds, locationIds }),
    ])
    const timeZone = query.timeZone ?? settings.defaultTimeZone
    const show = ({ from, until }: Range) => ({
      startsAt: localText(timeZone, Math.max(from, range.from)),
      endsAt: localText(timeZone, Math.min(until, range.until)),
    })
    const inRange = (one: Range) => one.from < range.until && range.from < one.until
    return {
      timeZone,
      providers: providers.map(({ locationIds: at, calendar, ...provider }) => {
        const here = locations.filter(({ id }) => at.includes(id))
        const hours = here.map((location) => ({ location, ...hoursOf(calendar, location, range) }))
        const configured = hours.filter(({ workingHours }) => workingHours !== null)
        return {
          ...provider,
          working:
            configured.length === 0
              ? null
              : configured.flatMap(({ location, workingHours }) =>
                  workingHours!
                    .filter(inRange)
                    .map((one) => ({ locationId: location.id, ...show(one) })),
                ),
          timeOff: (calendar ?? [])
            .flatMap((row) => (row.kind === 'time_off' ? [row.facts] : []))
            .filter(inRange)
            .map(show),
        }
      }),
      rooms,
      closed: locations.flatMap((location) =>
        closedAt(location, range)
          .filter(inRange)
          .map((one) => ({ locationId: location.id, ...show(one) })),
      ),
      appointments: appointments.map(({ startsAt, endsAt, ...appointment }) => ({
        ...appointment,
        startsAt: localText(timeZone, startsAt.getTime()),
        endsAt: localText(timeZone, endsAt.getTime()),
      })),
    }
  })

const closedAt = (location: LocationFacts, range: Range): Range[] => {
  const { timeZone } = location
  const open = openingHours({ timeZone, hours: null }, closuresAt(location, range), range)
  return without([ALWAYS], open ?? [ALWAYS])
}

type AppointmentRow = Omit<CalendarAppointment, 'startsAt' | 'endsAt'> & {
  startsAt: Date
  endsAt: Date
}

const loadAppointments = async (
  reader: Reader,
  range: Range,
  of: Record<'providerIds' | 'roomIds' | 'locationIds', readonly string[]>,
): Promise<AppointmentRow[]> => {
  const rows = await reader.sql<AppointmentRow>(APPOINTMENTS, [
    reader.tenantId,
    new Date(range.from),
    new Date(range.until),
    reader.now,
    of.providerIds,
    of.roomIds,
    of.locationIds,
    MOST_APPOINTMENTS + 1,
    can(reader.actor, 'children:read'),
  ])
  if (rows.length <= MOST_APPOINTMENTS) return rows
  throw invalid(
    'startsAt[lt]',
    'too_many',
    `There are more than ${MOST_APPOINTMENTS} appointments. Request fewer days, locations, providers or rooms.`,
  )
}

interface ProviderRow {
  id: string
  name: string
  locationIds: string[]
  calendar: CalendarRow[] | null
}

interface RoomRow {
  id: string
  name: string
  locationId: string
}

const oneOf = (column: string, ids: string) =>
  `(cardinality(${ids}::text[]) = 0 OR ${column} = ANY (${ids}))`

const LOCATIONS = `
  SELECT id, time_zone AS "timeZone", hours, (SELECT closures FROM tenants WHERE tenant_id = $1) AS closures FROM locations
  WHERE tenant_id = $1 AND archived_at IS NULL AND ${oneOf('id', '$2')} ORDER BY id`

const PROVIDERS = `
  SELECT id, name, location_ids AS "locationIds", calendar FROM providers
  WHERE tenant_id = $1 AND archived_at IS NULL AND ${oneOf('id', '$2')}
    AND (cardinality($3::text[]) = 0 OR location_ids && $3) ORDER BY name, id`

const ROOMS = `
  SELECT id, name, location_id AS "locationId" FROM rooms
  WHERE tenant_id = $1 AND archived_at IS NULL AND ${oneOf('id', '$2')} AND ${oneOf('location_id', '$3')}
  ORDER BY name, id`

/** With providers and rooms, selects the entries that occupy any of them. */
const APPOINTMENTS = `
  SELECT a.id, a.status, a.type, a.child_id AS "childId", a.provider_id AS "providerId",
         a.location_id AS "locationId", a.room_id AS "roomId", a.service_id AS "serviceId",
         a.starts_at AS "startsAt", a.ends_at AS "endsAt",
         CASE WHEN $9 THEN k.first_name || ' ' || k.last_name END AS "childName", p.name AS "providerName",
         l.name AS "locationName", r.name AS "roomName", s.name AS "serviceName"
  FROM appointments a
  JOIN providers p ON p.tenant_id = a.tenant_id AND p.id = a.provider_id
  JOIN locations l ON l.tenant_id = a.tenant_id AND l.id = a.location_id
  LEFT JOIN children k ON k.tenant_id = a.tenant_id AND k.id = a.child_id
  LEFT JOIN rooms r ON r.tenant_id = a.tenant_id AND r.id = a.room_id
  LEFT JOIN services s ON s.tenant_id = a.tenant_id AND s.id = a.service_id
  WHERE a.tenant_id = $1 AND a.starts_at >= $2::timestamptz - interval '24 hours' AND a.starts_at < $3
    AND a.ends_at > $2 AND a.group_id IS NULL AND ${liveAt('$4')} AND ${oneOf('a.location_id', '$7')}
    AND ((cardinality($5::text[]) = 0 AND cardinality($6::text[]) = 0)
      OR a.provider_id = ANY ($5) OR a.room_id = ANY ($6))
  ORDER BY a.starts_at, a.id LIMIT $8`
