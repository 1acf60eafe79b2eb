import { exampleId } from '#platform/core/records/ids.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { localText } from '#platform/core/time/local-time.ts'
import type { Search } from './search.ts'
import { loadOffers } from './load-offers.ts'
import { startsIn } from './starts-in.ts'
import { DAY_MS } from '#platform/core/time/time.ts'

/** A start that is free now. */
export interface Alternative {
  providerId: string
  locationId: string
  /** The start with the location's offset. */
  startsAt: string
}

export const ALTERNATIVE_EXAMPLE: Alternative = {
  providerId: exampleId('provider'),
  locationId: exampleId('location'),
  startsAt: '2026-12-01T11:00:00+01:00',
}

/** Free starts close to an instant, nearest first. None is in the past. */
export const nearbyStarts = async (
  reader: Reader,
  search: Omit<Search, 'range'>,
  {
    near,
    limit = 3,
    daysBefore = 7,
    daysAfter = 14,
  }: { near: Date; limit?: number; daysBefore?: number; daysAfter?: number },
): Promise<Alternative[]> => {
  const wanted = near.getTime()
  const from = Math.max(reader.now.getTime(), wanted - daysBefore * DAY_MS)
  const range = { from, until: Math.max(from, wanted) + daysAfter * DAY_MS }
  const offers = await loadOffers(reader, { ...search, range })
  return offers
    .flatMap(({ providerId, location, steps }) => {
      const after = startsIn(steps, { from: Math.max(from, wanted), until: range.until }, limit)
      const before = startsIn(steps, { from, until: wanted }).slice(-limit)
      return [...before, ...after].map((at) => ({ providerId, location, at }))
    })
    .toSorted((a, b) => Math.abs(a.at - wanted) - Math.abs(b.at - wanted))
    .slice(0, limit)
    .map(({ providerId, location, at }) => ({
      providerId,
      locationId: location.id,
      startsAt: localText(location.timeZone, at),
    }))
}
