import type { Search } from './search.ts'
import { heldUntil, type ConsentsHeld } from '#people/consents/rules.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { mayPerform, offerOf, WITHOUT_SERVICE, type Offer } from '#organization/services/rules.ts'
import { takenBy, type Taken } from './taken-by.ts'
import { loadRooms, suits, type Room } from './load-rooms.ts'
import { hoursOf, type LocationFacts } from './location-facts.ts'
import {
  loadConfiguration,
  type Configuration,
  type ProviderRow,
  type ServiceRow,
} from './load-configuration.ts'
import { union, type Range } from '#platform/core/time/ranges.ts'
import type { Step } from './starts-in.ts'
import { DAY_MS } from '#platform/core/time/time.ts'

/** A provider at a location, with all data that decides when they can start. */
export interface ProviderOffer {
  providerId: string
  location: LocationFacts
  steps: readonly [Step, ...Step[]]
  /** The services in order, as this provider performs them at this location. */
  offers: readonly Offer[]
  currency: string | null
  /** The child's consents that each service requires. */
  consents: readonly (ConsentsHeld | null)[]
  /** Whether a schedule, an exception or a closure restricts the hours. */
  hoursConfigured: boolean
}

/**
 * The eligible providers with their facts. Takes two round trips, whose cost depends on the range and the
 * number of providers, not on the history.
 */
export const loadOffers = async (reader: Reader, search: Search): Promise<ProviderOffer[]> =>
  offersOf(reader, search, await loadConfiguration(reader, search))

/** Loads the offers after the first round trip. */
export const offersOf = async (
  reader: Reader,
  search: Search,
  { services, providers, locations }: Configuration,
): Promise<ProviderOffer[]> => {
  const able = providers.filter(({ id }) =>
    services.every(({ providerIds }) => mayPerform(providerIds, id)),
  )
  const pairs = able.flatMap((provider) =>
    locations
      .filter(({ id }) => worksAt(provider, id, search))
      .map((location) => ({ provider, location })),
  )
  const reach = DAY_MS * Math.max(1, services.length)
  const range = { from: search.range.from, until: search.range.until + reach }
  const facts = await loadFacts(reader, search, { pairs, services, range })
  return pairs.map((pair) => offerAt(reader, search, { ...pair, services, range, ...facts }))
}

const worksAt = ({ locationIds }: ProviderRow, locationId: string, search: Search): boolean =>
  locationIds.length > 0 ? locationIds.includes(locationId) : !!search.locationIds?.length

interface Loaded {
  providers: Map<string, Taken[]>
  child: readonly Taken[]
  rooms: readonly Room[]
}

const loadFacts = async (
  reader: Reader,
  { childId, moving, explaining }: Search,
  {
    pairs,
    services,
    range,
  }: {
    pairs: { provider: ProviderRow; location: LocationFacts }[]
    services: ServiceRow[]
    range: Range
  },
): Promise<Loaded> => {
  const providerIds = [...new Set(pairs.map(({ provider }) => provider.id))]
  const locationIds = [...new Set(pairs.map(({ location }) => location.id))]
  const query = {
    range,
    exceptId: moving?.id ?? null,
    detailed: explaining === true || services.some(isCapped),
  }
  const needsRoom = moving ? moving.roomId !== null : services.some((one) => one.roomRequired)
  const [providers, children, rooms] = await Promise.all([
    takenBy(reader, 'provider_id', providerIds, query),
    takenBy(reader, 'child_id', childId ? [childId] : [], query),
    needsRoom
      ? loadRooms(reader, { ...query, locationIds, roomId: moving?.roomId ?? null })
      : Promise.resolve([]),
  ])
  return { providers, child: children.get(childId ?? '') ?? [], rooms }
}

/** Whether the service, or one provider's override of it, has a daily cap. */
const isCapped = ({ dailyCap, providerOverrides }: ServiceRow): boolean =>
  dailyCap !== null || Object.values(providerOverrides).some((own) => own.dailyCap !== undefined)

const offerAt = (
  reader: Reader,
  { durationMinutes, moving, away }: Search,
  {
    provider: { id: providerId, status, calendar },
    location,
    services,
    range,
    providers,
    child,
    rooms,
  }: Loaded & {
    provider: ProviderRow
    location: LocationFacts
    services: readonly ServiceRow[]
    range: Range
  },
): ProviderOffer => {
  const hours = hoursOf(calendar, location, range)
  const absent = away?.providerId === providerId ? [away.range] : []
  const taken = providers.get(providerId) ?? []
  const offers = (services.length > 0 ? services : [undefined]).map((service, index): Offer => ({
    ...(service ? ownOffer(service, providerId, location.id) : WITHOUT_SERVICE),
    ...(index === 0 && durationMinutes && { durationMinutes }),
    ...moving?.rules,
  }))
  const after = startsOfSteps(offers)
  const steps = offers.map((rules, index): Step => {
    const service = services[index]
    const earlier = services.slice(0, index).filter((one) => one.id === service?.id).length
    const here = rooms.filter(({ locationId }) => locationId === location.id)
    return {
      afterMs: after[index]!,
      facts: {
        now: reader.now.getTime(),
        timeZone: location.timeZone,
        rules: {
          ...rules,
          // Earlier services of the same visit count too.
          dailyCap: rules.dailyCap === null ? null : Math.max(0, rules.dailyCap - earlier),
        },
        providerStatus: status,
        ...hours,
        timeOff: union([...hours.timeOff, ...absent]),
        providerBusy: taken,
        childBusy: child,
        consentUntil: heldUntil(service?.consents ?? null),
        rooms: moving?.roomId
          ? here
          : service?.roomRequired
            ? here.filter((room) => suits(room, service))
            : null,
        booked:
          rules.dailyCap === null
            ? []
            : taken
                .filter(({ serviceId }) => serviceId === service?.id)
                .map(({ inner, from }) => inner?.from ?? from),
      },
    }
  }) as [Step, ...Step[]]
  return {
    providerId,
    location,
    steps,
    offers,
    currency: services[0]?.currency ?? null,
    consents: services.map(({ consents }) => consents),
    hoursConfigured: hours.workingHours !== null || hours.openingHours !== null,
  }
}

const ownOffer = (service: ServiceRow, providerId: string, locationId: string): Offer =>
  offerOf(service, service.providerOverrides[providerId], service.locationPrices[locationId])

/** Each service starts when the previous one ends, with both buffers in between. */
const startsOfSteps = (offers: readonly Offer[]): number[] => {
  let minutes = 0
  return offers.map((offer, index) => {
    const before = offers[index - 1]
    if (before)
      minutes += before.durationMinutes + before.bufferAfterMinutes + offer.bufferBeforeMinutes
    return minutes * 60_000
  })
}
