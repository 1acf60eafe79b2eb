import type { AppointmentType } from '#organization/services/appointment-type.ts'
import type { AppointmentStatus } from '../../slots/appointment-status.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { InvalidRow, type Source } from '../file/fields.ts'
import { loadDirectory, matched } from './directory.ts'
import { durationOf, startOf, statusOf, typeOf } from '../file/source-values.ts'
import type { ImportDefaults } from '../schemas.ts'

/** The appointment that a row describes, with ids. */
export interface Wanted {
  key: string
  childId: string
  providerId: string
  /** Taken from the service, if the row gives none. */
  type?: AppointmentType
  serviceId?: string
  locationId: string | null
  roomId: string | null
  startsAt: Date
  durationMinutes: number | null
  status: AppointmentStatus
  notes: string | null
}

interface Terms {
  defaults: ImportDefaults
  timeZone: string | null
}

/** Resolves rows one by one against the current records. */
export const understanding = async (
  reader: Reader,
  sources: readonly Source[],
  { defaults, timeZone: zoneOfAll }: Terms,
): Promise<(source: Source) => Wanted> => {
  const [directory, zones, settings] = await Promise.all([
    loadDirectory(reader, sources),
    reader.sql<{ id: string; timeZone: string; providers: string[] }>(ZONES, [reader.tenantId]),
    loadTenantSettings(reader),
  ])
  const zoneOf = (locationId: string | null, providerId: string) =>
    zones.find(({ id, providers }) =>
      locationId ? id === locationId : providers.includes(providerId),
    )?.timeZone ?? settings.defaultTimeZone

  const restOf = (source: Source, childId: string): Wanted => {
    const providerId = matched(directory, 'provider', source)?.id ?? defaults.providerId
    if (!providerId) {
      const detail = 'provider is missing. Add one, or set a default for the import.'
      throw new InvalidRow('provider', 'required', detail)
    }
    const location = matched(directory, 'location', source)
    const locationId = location?.id ?? defaults.locationId ?? null
    const isThere = ({ also }: { also: string | null }) => !locationId || also === locationId
    const timeZone = zoneOfAll ?? zoneOf(locationId, providerId)
    const startsAt = startOf(source, timeZone)
    const serviceId = matched(directory, 'service', source)?.id ?? defaults.serviceId
    const type = typeOf(source) ?? (serviceId ? undefined : (defaults.type ?? 'THERAPY_SESSION'))
    return {
      key: keyOf(source, { childId, providerId, startsAt }),
      childId,
      providerId,
      ...(type && { type }),
      ...(serviceId && { serviceId }),
      locationId,
      roomId: matched(directory, 'room', source, isThere)?.id ?? defaults.roomId ?? null,
      startsAt,
      durationMinutes: durationOf(source, startsAt, timeZone) ?? null,
      status: statusOf(source, startsAt, reader.now),
      notes: source.notes ?? null,
    }
  }
  return (source) => {
    const birthDate = source.child_birth_date
    const child = matched(
      directory,
      'child',
      source,
      ({ also }) => !birthDate || also === birthDate,
    )
    if (!child)
      throw new InvalidRow('child', 'required', 'child is missing. Add the child to the row.')
    try {
      return restOf(source, child.id)
    } catch (error) {
      // The row's child is known, so caseloads can show the row and erasures can find it.
      if (error instanceof InvalidRow) error.childId = child.id
      throw error
    }
  }
}

/**
 * The key of a row: its external id, otherwise child, provider and time, so that a file imported twice gives
 * the same rows.
 */
const keyOf = (
  { external_id: externalId }: Source,
  { childId, providerId, startsAt }: { childId: string; providerId: string; startsAt: Date },
): string => {
  return externalId ? `id:${externalId}` : `at:${childId}/${providerId}/${startsAt.toISOString()}`
}

const ZONES = `
  SELECT l.id, l.time_zone AS "timeZone", ARRAY(SELECT p.id FROM providers p WHERE p.tenant_id = $1 AND p.location_ids[1] = l.id) AS providers
  FROM locations l WHERE l.tenant_id = $1 AND l.archived_at IS NULL`
