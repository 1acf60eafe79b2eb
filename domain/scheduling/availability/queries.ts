import { missingConsents } from '#people/consents/rules.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalidReference } from '#platform/core/errors/errors.ts'
import { utc } from '#platform/core/time/time.ts'
import { ONE_PAGE } from '#platform/core/lists/paging.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { isForGroups, joinableGroups } from './joinable-groups.ts'
import { loadConfiguration } from './load-configuration.ts'
import type { Search } from './search.ts'
import { offersOf, type ProviderOffer } from './load-offers.ts'
import { localText, localTexts } from '#platform/core/time/local-time.ts'
import { blocksAt } from './rules.ts'
import { BLOCK_MESSAGES, type Availability, type AvailabilityQuery } from './schemas.ts'
import { startsIn } from './starts-in.ts'

/** Finds bookable starts, using the rules of booking. */
export const findAvailability = (ctx: Context, query: AvailabilityQuery): Promise<Availability> =>
  read(ctx, 'availability:read', (reader) => availabilityOf(reader, query), { plansOnce: true })

export const availabilityOf = async (
  reader: Reader,
  query: AvailabilityQuery,
): Promise<Availability> => {
  const search = await searchOf(reader, query)
  const isSearch = query['startsAt[gte]'] !== undefined
  const configuration = await loadConfiguration(reader, search)
  const [offers, groups] = await Promise.all([
    offersOf(reader, search, configuration),
    isSearch && configuration.services.some(isForGroups) ? joinableGroups(reader, search) : [],
  ])
  const textsOf = localTexts()
  const serviceIds = search.serviceIds.length > 0 ? search.serviceIds : [null]
  return {
    ...ONE_PAGE,
    data: offers.map((offer) => ({
      providerId: offer.providerId,
      locationId: offer.location.id,
      timeZone: query.timeZone ?? offer.location.timeZone,
      hoursConfigured: offer.hoursConfigured,
      services: serviceIds.map((serviceId, index) => ({
        serviceId,
        afterMinutes: offer.steps[index]!.afterMs / 60_000,
        durationMinutes: offer.offers[index]!.durationMinutes,
        ...priceOf(offer, index),
      })),
      starts: isSearch
        ? textsOf(query.timeZone ?? offer.location.timeZone, startsIn(offer.steps, search.range))
        : [],
    })),
    groups: groups.map(({ id, timeZone, startsAt, endsAt, ...group }) => ({
      groupId: id,
      ...group,
      startsAt: localText(query.timeZone ?? timeZone, startsAt.getTime()),
      endsAt: localText(query.timeZone ?? timeZone, endsAt.getTime()),
    })),
    missingConsents: offers[0] ? missingOf(offers[0], search) : [],
    explanations:
      query.explain === 'true' && query.startsAt
        ? offers.map((offer) => explain(offer, query.startsAt!, serviceIds, query.timeZone))
        : [],
  }
}

/** Consents that the guardians have not given. No start is left out because of them. */
const missingOf = ({ consents }: ProviderOffer, { serviceIds, range }: Search) =>
  consents.flatMap((held, index) =>
    missingConsents(held, new Date(range.until - 1)).map((kind) => {
      const until = held?.[kind]
      return {
        serviceId: serviceIds[index]!,
        kind,
        consentEndsAt: until ? utc(new Date(until)) : null,
      }
    }),
  )

const priceOf = ({ offers, currency }: ProviderOffer, index: number) => {
  const amount = offers[index]!.amountMinor
  return { amount, currency: amount === null ? null : currency }
}

const explain = (
  { providerId, location, steps }: ProviderOffer,
  at: Date,
  serviceIds: readonly (string | null)[],
  timeZone = location.timeZone,
) => {
  const blocks = steps.flatMap(({ facts, afterMs }, index) =>
    blocksAt(at.getTime() + afterMs, facts).map((code) => ({
      serviceId: serviceIds[index] ?? null,
      code,
      message: BLOCK_MESSAGES[code],
    })),
  )
  return {
    providerId,
    locationId: location.id,
    startsAt: localText(timeZone, at.getTime()),
    free: blocks.length === 0,
    blocks,
  }
}

const searchOf = async (reader: Reader, query: AvailabilityQuery): Promise<Search> => {
  const {
    serviceIds = [],
    providerIds,
    locationIds,
    childId,
    durationMinutes,
    startsAt: at,
  } = query
  const from = query['startsAt[gte]'] ?? at
  const until = query['startsAt[lt]'] ?? at
  const range = { from: from!.getTime(), until: until!.getTime() + (query['startsAt[lt]'] ? 0 : 1) }
  const search: Search = {
    serviceIds,
    range,
    ...(providerIds && { providerIds }),
    ...(locationIds && { locationIds }),
    ...(childId && { childId }),
    ...(durationMinutes && { durationMinutes }),
    explaining: query.explain === 'true',
  }
  return query.appointmentId ? movingSearch(reader, query.appointmentId, search) : search
}

/** An appointment that moves keeps its child, service, length, buffers and room. */
const movingSearch = async (reader: Reader, id: string, search: Search): Promise<Search> => {
  const [moving] = await reader.sql<MovingRow>(MOVING, [reader.tenantId, id])
  if (!moving) throw invalidReference('appointmentId', 'appointment')
  const { childId, serviceId, providerId, locationId, roomId, ...rules } = moving
  return {
    providerIds: [providerId],
    ...search,
    locationIds: [locationId],
    childId,
    serviceIds: serviceId ? [serviceId] : [],
    moving: { id, roomId, rules },
  }
}

interface MovingRow {
  childId: string
  serviceId: string | null
  providerId: string
  locationId: string
  roomId: string | null
  durationMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
}

const minutes = (from: string, until: string) =>
  `(extract(epoch FROM ${until} - ${from}) / 60)::float8`

const MOVING = `
  SELECT child_id AS "childId", service_id AS "serviceId", provider_id AS "providerId",
         location_id AS "locationId", room_id AS "roomId",
         ${minutes('starts_at', 'ends_at')} AS "durationMinutes",
         ${minutes('busy_from', 'starts_at')} AS "bufferBeforeMinutes",
         ${minutes('ends_at', 'busy_until')} AS "bufferAfterMinutes"
  FROM appointments WHERE tenant_id = $1 AND id = $2 AND child_id IS NOT NULL`
